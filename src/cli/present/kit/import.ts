import { printable } from "../../../base/text.ts";
import { columns } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"kit import">;

const relations: Readonly<Record<string, string>> = {
  empty: "nothing of it was here",
  same: "all of it was here already",
  behind: "it goes on from what is here",
  ahead: "what is here goes further",
  diverged: "both went on in their own way; its past is kept beside ours",
  unrelated: "it joins as it is",
};

const present: Presenter<"kit import"> = (output, terminal) => {
  const { applied, ok, plan, relation, edits } = output;
  const word = applied ? (ok ? "imported" : "imported in part") : "not imported";
  const color = applied && ok ? "green" : "yellow";
  const rows: (readonly [string, string])[] = numberRows(output.bundle);
  if (relation !== null) rows.push(["here", relations[relation] ?? relation]);
  if (plan !== null) rows.push(["entries", planText(plan)]);
  for (const key of plan?.conflict ?? []) rows.push(["conflict", printable(key)]);
  for (const edit of edits) rows.push(["by hand", printable(edit)]);
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style(color, word)}  ${output.format} → ${printable(output.state)}`,
    ...columns(rows, terminal),
    ...advice(output),
    ...(applied ? [] : ["", printable(output.context).trimEnd()]),
  ];
};

export default present;

/** What a bundle holds, as rows. */
export function numberRows(bundle: Output["bundle"]): (readonly [string, string])[] {
  const { entries, token_count, budget_tokens, events, head_seq, state_hash } = bundle;
  const past = head_seq === null ? "not available before this bundle" : `${events} events`;
  return [
    ["bundle", `${entries} entries, ${token_count} of ${budget_tokens} tokens`],
    ["history", past],
    ["hash", state_hash],
  ];
}

function planText(plan: NonNullable<Output["plan"]>): string {
  const { insert, update, conflict, unchanged } = plan;
  return `${insert.length} new, ${update.length} changed, ${conflict.length} in conflict, ${unchanged.length} as they were`;
}

function advice({ applied, edits, ok, is_current, state, plan }: Output): string[] {
  if (!applied && edits.length > 0 && !ok) return ["To log these as edits: --accept-edits"];
  if (!applied) return ["To take it over: --apply"];
  if ((plan?.conflict.length ?? 0) > 0)
    return ["To decide otherwise: --on-conflict supersede|merge"];
  const [user = "", session = "", task = ""] = state.split("/");
  if (is_current) return [];
  return [
    `It is not the current state; to work with it: holdall session use --user ${printable(user)} --session ${printable(session)} --task ${printable(task)}`,
  ];
}
