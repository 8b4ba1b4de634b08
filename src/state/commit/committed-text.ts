/**
 * The results of the gate as a model reads them: what happened, which entries it concerns, and what to do. The
 * complete record is in the trail, and in the answer on request.
 */

import type { Finding } from "../../base/findings.ts";
import { excerpt } from "../../base/text/text.ts";
import type { NearEntry } from "../gate/gate.ts";
import { reasonTexts } from "../gate/reason-texts.ts";
import type { CommitOutput } from "./commit-request.ts";

/** Characters of another entry's text: enough to recognise it, and less where several are only noted. */
const MAX_QUOTED = 80;
const MAX_NOTED = 48;

/** What a model reads after a commit, an update or a supersession. */
export function committedText(output: unknown): string {
  // The operation's schema has just produced it.
  const result = output as CommitOutput & { readonly findings: readonly Finding[] };
  const { id, decision, slot, version, evicted } = result;
  const warnings = result.findings.map(({ message }) => message);
  if (id === null) return [...refusalLines(result), ...warnings].join("\n");
  const verb = decision === "updated" ? `Updated to version ${version}` : "Committed";
  return [
    `${verb}: ${id} (${slot})`,
    ...noteLines(result),
    ...(result.resolution === "compressed" ? ["The text was shortened to fit the budget"] : []),
    ...(evicted.length === 0 ? [] : [`Archived to free tokens: ${evicted.join(", ")}`]),
    ...warnings,
  ].join("\n");
}

/** What a model reads when it asks the gate. */
export function qualifiedText(output: unknown): string {
  const { admitted, slot, ...verdict } = output as Qualified;
  if (!admitted) return `Would be refused: ${whyText(verdict)}`;
  const what = verdict.decision === "update" ? "update that entry" : `be admitted (${slot})`;
  return [`Would ${what}`, ...noteLines(verdict)].join("\n");
}

interface Qualified extends Refused, Pick<CommitOutput, "compare" | "see_also"> {
  readonly admitted: boolean;
  readonly decision: string;
  readonly slot: string | null;
}

interface Refused {
  readonly reason_code: string;
  readonly matched: NearEntry | null;
}

function refusalLines(result: CommitOutput): readonly string[] {
  const { reason_code, decision, verdict } = result;
  const matched = verdict?.matched ?? null;
  const why = `Not committed: ${whyText({ reason_code, matched })}`;
  if (decision !== "conflict" || matched === null) return [why];
  return [why, `If the new text replaces it: state.supersede with id ${matched.id}`];
}

function whyText({ reason_code, matched }: Refused): string {
  const why = reasonTexts[reason_code] ?? reason_code;
  return matched === null ? why : `${why}: ${quote(matched)}`;
}

/** Lines about entries that may contradict the text or be affected by it. */
function noteLines({
  compare,
  see_also,
  id = null,
}: Pick<CommitOutput, "compare" | "see_also"> & Partial<Pick<CommitOutput, "id">>): string[] {
  const how = id === null ? "" : ` with its id, and ${id} as the text`;
  const cure = `if the new text replaces it: state.supersede${how}`;
  return [
    ...(compare.length === 0 ? [] : [`May contradict ${listed(compare, MAX_QUOTED)}; ${cure}`]),
    ...(see_also.length === 0 ? [] : [`See also, may be affected: ${listed(see_also, MAX_NOTED)}`]),
  ];
}

const listed = (entries: readonly NearEntry[], length: number) =>
  entries.map((entry) => quote(entry, length)).join(", ");

/** An entry by id and the beginning of its text, on one line: it is another writer's text. */
function quote({ id, content }: NearEntry, length = MAX_QUOTED): string {
  return `${id} ${JSON.stringify(excerpt(content.replace(/\s+/g, " "), length))}`;
}
