import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt, printable } from "../../../base/text/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

type MandateOutput = Shown<"context refresh">["results"][number];

/** What the warnings that are only a code mean; the others say it themselves. */
const meanings: Readonly<Record<string, string>> = {
  low_prominence:
    "files marked `critical: true` are 10 % of the context or less, and easily overlooked",
  model_unknown: "the running model is unknown, or no preferred model is set",
  no_critical_workflow: "no file is marked as a critical workflow",
  no_model_preferences: "the responsibility names no preferred models",
  responsibility_draft: "the responsibility is a draft",
  responsibility_suspended: "the responsibility is suspended",
};

/** What each mandate did, in a word or two before the responsibility. */
const done: Readonly<Record<string, string>> = {
  refresh_ai_context: "Refreshed",
  compact_memory_events: "Compacted",
  update_open_requests: "Updated the requests of",
  check_model_preferences: "Checked the model of",
  note_memory: "Recorded for",
};

/** A warning with what it means. */
export function withMeaning(code: string): string {
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** The result of a mandate: what changed, what to know, and why nothing was published. */
export function mandateLines(output: MandateOutput, terminal: Terminal): readonly string[] {
  const { responsibility_id: id, mandate, changed, unchanged, blocked, kept } = output;
  const notes = noteLines(output, terminal);
  if (blocked !== null) {
    const head = terminal.style("red", "Not published");
    return [
      ...wrap(`${head} ${id}: ${excerpt(blocked.detail, 300)} (${blocked.code})`, terminal.width),
      `  The files are in ${terminal.path(kept ?? "")}.`,
      "  Shorten the context, or publish with --override REASON --by STEWARD.",
      ...notes,
    ];
  }
  const isSame = changed.length === 0;
  const what = isSame ? "nothing changed" : `changed ${changed.join(", ")}`;
  const head = terminal.style("green", isSame ? "Up to date" : (done[mandate] ?? "Refreshed"));
  const rest =
    unchanged.length === 0 ? "" : ` (${formatCount(unchanged.length, "file")} unchanged)`;
  return [...wrap(`${head} ${id}: ${what}${rest}`, terminal.width, "  "), ...notes];
}

/** Warnings, and what to do about the model; advice makes the warning about it needless. */
function noteLines({ warnings, model }: MandateOutput, terminal: Terminal): readonly string[] {
  const advice = model?.message ?? null;
  const shown = warnings.filter((code) => advice === null || code !== "model_unknown");
  const notes = [
    ...shown.map((warning) => withMeaning(printable(warning))),
    ...(advice === null ? [] : [excerpt(advice, 300)]),
  ];
  return notes
    .flatMap((note) => wrap(`! ${note}`, terminal.width - 2, "  "))
    .map((line) => terminal.style("yellow", `  ${line}`));
}
