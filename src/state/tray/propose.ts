import { toText } from "../../ledger/texts.ts";
import type { Decision } from "../change.ts";
import { noteChange } from "../change.ts";
import type { StateView } from "../change-state.ts";
import { type Proposal, proposalId } from "../proposal.ts";
import { selectProposed } from "../tables/proposals.ts";

/** A statement that is to be proposed. */
export type NewProposal = Omit<Proposal, "id">;

/** What became of statements that were to be proposed. */
export interface Proposed {
  /** The ids of those that are new in the tray. */
  readonly ids: readonly string[];
  /** Statements that were proposed before, whatever was decided about them. */
  readonly known: number;
}

/** Proposals of one session that may wait at once. */
const MAX_WAITING = 12;

/** Puts statements into the tray of a state, none in force; each once, and of a session no more than can be read. */
export async function planProposals(
  { tx, state }: Pick<StateView, "tx" | "state">,
  statements: readonly NewProposal[],
): Promise<Decision<Proposed>> {
  const { ids: before, waiting } = await selectProposed(tx, state.id);
  const fresh = new Map<string, NewProposal>();
  let known = 0;
  for (const statement of statements) {
    const id = proposalId(statement.text);
    if (before.has(id)) known++;
    else if (!fresh.has(id) && hasSpace(statement, waiting)) fresh.set(id, statement);
  }
  const changes = [...fresh].map(([id, { text, ...details }]) => {
    const content = toText(text);
    return noteChange(
      "state_proposed",
      { details: { proposal: id, content: content.ref, ...details } },
      [content],
    );
  });
  return { changes, result: { ids: [...fresh.keys()], known } };
}

/** Counts a statement for its session; false when enough of them wait. */
function hasSpace({ citation }: NewProposal, waiting: Map<string, number>): boolean {
  const number = (waiting.get(citation.session) ?? 0) + 1;
  if (number > MAX_WAITING) return false;
  waiting.set(citation.session, number);
  return true;
}
