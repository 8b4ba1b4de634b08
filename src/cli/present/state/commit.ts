import { formatCount } from "../../../base/text/format-count.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { excerpt } from "../../../base/text/text.ts";
import { reasonTexts } from "../../../state/gate/reason-texts.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { nearLines } from "./compare-text.ts";
import { tokenUse } from "./token-use.ts";

type Output = Shown<"state commit" | "state update" | "state supersede">;

const verbs: Readonly<Record<string, string>> = {
  admitted: "Committed",
  updated: "Updated",
  superseded: "Committed",
};

const present: Presenter<"state commit" | "state update" | "state supersede"> = (
  output,
  terminal,
) => {
  const { id, decision, slot, version, tokens } = output;
  const warnings = findingLines(output.findings, terminal);
  if (id === null) {
    return [terminal.style("yellow", refusal(output)), ...advice(output), ...warnings];
  }
  const facts = `${slot}, version ${version}, ${formatCount(tokens, "token")}; the state uses ${tokenUse(output)}`;
  const verb = terminal.style("green", verbs[decision] ?? decision);
  return [
    `${verb} ${excerpt(id)}${replacedText(output)}  ${terminal.style("dim", facts)}`,
    ...nearLines(output),
    ...replacingLines(output),
    ...(output.resolution === "compressed"
      ? ["The text was shortened to fit the budget; `holdall state restore` brings it back"]
      : []),
    ...evictedLine(output.evicted),
    ...warnings,
  ];
};

export default present;

function replacedText({ replaced }: Output): string {
  return replaced === null ? "" : ` in place of ${excerpt(replaced)}`;
}

/** The command by which the new entry replaces one that it may contradict or affect. */
function replacingLines({ id, compare, see_also }: Output): string[] {
  const near = [...compare, ...see_also];
  const [first] = near;
  if (first === undefined || id === null) return [];
  const old = near.length === 1 ? quoteForShell(excerpt(first.id)) : "ID";
  const which = near.length === 1 ? "it" : "one of them";
  return [
    `  If this replaces ${which}: holdall state supersede ${old} ${quoteForShell(excerpt(id))}`,
  ];
}

/** Why a text was not committed; the sentences are in `src/state/gate/reason-texts.ts`. */
function refusal({ reason_code, matched }: Output): string {
  const why = reasonTexts[reason_code] ?? excerpt(reason_code);
  return `Not committed: ${why}${matched === null ? "" : ` (${excerpt(matched)})`}`;
}

function advice({ decision, matched }: Output): string[] {
  if (decision !== "conflict" || matched === null) return [];
  return [`To replace that entry, add: --supersedes ${excerpt(matched)}`];
}

/** A line about entries that were evicted; none when there were none. */
export function evictedLine(evicted: readonly string[]): string[] {
  if (evicted.length === 0) return [];
  return [`Archived to free tokens: ${evicted.map((id) => excerpt(id)).join(", ")}`];
}
