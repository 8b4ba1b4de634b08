import { formatCount } from "../../../base/text/format-count.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { stateNameOf } from "../state/state-name.ts";
import { tokenUse } from "../state/token-use.ts";

type Output = Shown<"kit import">;

/** How the imported history relates to the workspace's own: before an import, and after it. */
const relations: Readonly<Record<string, readonly [before: string, after: string]>> = {
  empty: ["the workspace does not have this state yet", "the workspace did not have this state"],
  same: ["the workspace has all of it already", "the workspace had all of it already"],
  behind: ["it continues the workspace's history", "it continued the workspace's history"],
  ahead: ["the workspace has a longer history", "the workspace had a longer history"],
  diverged: [
    "both histories continued separately; the imported one is stored beside the workspace's own",
    "both histories continued separately; the imported one was stored beside the workspace's own",
  ],
  unrelated: ["its entries are added to the state", "its entries were added to the state"],
};

const present: Presenter<"kit import"> = (output, terminal) => {
  const { applied, ok, plan, relation, edits } = output;
  const verb = verbOf(output);
  const color = applied && ok ? "green" : "yellow";
  const rows: (readonly [string, string])[] = numberRows(output.bundle);
  if (relation !== null)
    rows.push(["workspace", relations[relation]?.[applied ? 1 : 0] ?? relation]);
  if (plan !== null) rows.push(["entries", planText(plan)]);
  for (const key of plan?.conflict ?? []) rows.push(["conflict", printable(key)]);
  for (const edit of edits) rows.push(["edited", printable(edit)]);
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style(color, verb)} ${output.format} → ${stateNameOf(output.state)}`,
    ...columns(rows, terminal),
    ...advice(output),
    ...(applied ? [] : ["", printable(output.context).trimEnd()]),
  ];
};

export default present;

function verbOf({ applied, ok, relation, edits }: Output): string {
  if (!applied) return "Preview:";
  if (!ok) return "Imported in part:";
  const isKnown = relation === "same" || relation === "ahead";
  return isKnown && edits.length === 0 ? "Nothing new to import:" : "Imported";
}

/** The numbers of a bundle, as rows. */
export function numberRows(bundle: Output["bundle"]): (readonly [string, string])[] {
  const { entries, events, head_seq, state_hash } = bundle;
  const history = head_seq === null ? "none" : formatCount(events, "event");
  return [
    ["bundle", `${formatCount(entries, "entry", "entries")}, ${tokenUse(bundle)}`],
    ["history", history],
    ["hash", state_hash],
  ];
}

function planText(plan: NonNullable<Output["plan"]>): string {
  const { insert, update, conflict, unchanged } = plan;
  return `${insert.length} new, ${update.length} changed, ${conflict.length} in conflict, ${unchanged.length} unchanged`;
}

/** The next step for the user, by the first condition that applies. */
function advice({ applied, edits, ok, is_current, state, plan }: Output): string[] {
  if (!applied && edits.length > 0 && !ok) return ["To accept the edits, add: --accept-edits"];
  if (!applied) return ["Nothing was changed. Add --apply to import."];
  if ((plan?.conflict.length ?? 0) > 0)
    return ["To resolve the conflicts: --on-conflict supersede|merge"];
  const quoted = (part: string) => quoteForShell(printable(part));
  const [user = "", session = "", task = ""] = state.split("/");
  if (is_current) return [];
  return [
    `This is not the current state. To select it: holdall session use --user ${quoted(user)} --session ${quoted(session)} --task ${quoted(task)}`,
  ];
}
