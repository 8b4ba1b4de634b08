import { excerpt } from "../../../base/text.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"state commit" | "state update" | "state supersede">;

const present: Presenter<"state commit" | "state update" | "state supersede"> = (
  output,
  terminal,
) => {
  const { id, decision, matched, evicted } = output;
  const full = `${output.token_count} of ${output.budget_tokens} tokens`;
  if (id === null) return [terminal.style("yellow", refusal(output)), ...advice(decision, matched)];
  const facts = `${output.slot}, v${output.version}, ${output.tokens} tokens; ${full}`;
  const lines = [
    `${terminal.style("green", decision)} ${excerpt(id)}  ${terminal.style("dim", facts)}`,
  ];
  if (output.resolution === "compressed") lines.push("shortened to fit; the whole text is kept");
  if (evicted.length > 0)
    lines.push(`made room by archiving ${evicted.map((each) => excerpt(each)).join(", ")}`);
  return lines;
};

export default present;

const refusals: Readonly<Record<string, string>> = {
  below_relevance_threshold: "not committed: it does not serve the goal",
  redundant: "not committed: an entry says the same",
  drift: "not committed: it contradicts an entry",
  budget_saturated: "not committed: there is no room for it",
  gate_rejected: "not committed: the judge refused",
};

function refusal({ reason_code, matched }: Output): string {
  const why = refusals[reason_code] ?? `not committed: ${excerpt(reason_code)}`;
  return matched === null ? why : `${why} (${excerpt(matched)})`;
}

function advice(decision: string, matched: string | null): string[] {
  if (decision !== "conflict" || matched === null) return [];
  return [`to replace that entry, commit it again with --supersedes ${excerpt(matched)}`];
}
