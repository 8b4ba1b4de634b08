import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter, Shown } from "../presenter.ts";

const MAX_NAMED = 3;
const WHY = { cited: "cited by", growing: "imported again at", shared: "also in" } as const;

const present: Presenter<"ledger retain"> = (output, terminal) => {
  const { dry_run, before, texts, bytes, sessions, kept } = output;
  const day = before.slice(0, 16).replace("T", " ");
  const stays = kept.map((each) => `  stays  ${keptText(each)}`);
  if (texts === 0) return [...stays, `No text to redact: no other session is from before ${day}`];
  const verb = dry_run ? "Would redact" : terminal.style("green", "Redacted");
  const what = `${formatCount(texts, "text")} (${formatBytes(bytes)}) of ${formatCount(sessions, "session")}`;
  return [
    ...stays,
    `${verb} ${what} to which nothing was added since ${day}`,
    terminal.style("dim", "  Events stay; `holdall verify` counts the redacted texts"),
  ];
};

export default present;

function keptText({ transcript_id, texts, reason, by }: Shown<"ledger retain">["kept"][number]) {
  const named = by.slice(0, MAX_NAMED).map(printable).join(", ");
  const more = by.length > MAX_NAMED ? ` and ${by.length - MAX_NAMED} more` : "";
  return `${printable(transcript_id)}: ${formatCount(texts, "text")}, ${WHY[reason]} ${named}${more}`;
}
