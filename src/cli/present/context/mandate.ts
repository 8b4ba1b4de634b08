import { formatCount } from "../../../base/format-count.ts";
import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

type MandateOutput = Shown<"context refresh">["results"][number];

/** What the warnings that are only a code mean; the others say it themselves. */
const meanings: Readonly<Record<string, string>> = {
  low_prominence: "critical workflows are only a small part of the files, and easily overlooked",
  model_unknown: "the running model is unknown, or no preferred model is set",
  no_critical_workflow: "no file is marked as a critical workflow",
  no_model_preferences: "the responsibility names no preferred models",
  responsibility_draft: "the responsibility is a draft",
  responsibility_suspended: "the responsibility is suspended",
};

/** A warning with what it means. */
export function withMeaning(code: string): string {
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** The result of a mandate: what changed, what to know, and why nothing was published. */
export function mandateLines(output: MandateOutput, terminal: Terminal): readonly string[] {
  const { responsibility_id: id, changed, warnings, blocked, kept, model } = output;
  const notes = warnings.map((warning) =>
    terminal.style("yellow", `  ! ${withMeaning(printable(warning))}`),
  );
  const advice =
    model?.message == null ? [] : [terminal.style("yellow", `  ! ${excerpt(model.message, 300)}`)];
  if (blocked !== null) {
    const head = terminal.style("red", "Not published");
    return [
      `${head} ${id}: ${excerpt(blocked.detail, 300)} (${blocked.code})`,
      `  The files are in ${terminal.path(kept ?? "")}.`,
      "  Shorten the context, or publish with --override REASON --by STEWARD.",
      ...notes,
    ];
  }
  const what = changed.length === 0 ? "nothing changed" : `changed ${changed.join(", ")}`;
  const head = terminal.style("green", changed.length === 0 ? "Up to date" : "Refreshed");
  return [
    `${head} ${id}: ${what} (${formatCount(output.unchanged.length, "file")} unchanged)`,
    ...notes,
    ...advice,
  ];
}
