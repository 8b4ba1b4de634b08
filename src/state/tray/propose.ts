import { toText } from "../../ledger/texts.ts";
import type { Decision } from "../change.ts";
import { noteChange } from "../change.ts";
import type { StateView } from "../change-state.ts";
import { isUnprovenId, type Proposal, proposalId } from "../proposal.ts";
import { selectProposed } from "../tables/proposals.ts";

/** A statement that is to be proposed. */
export type NewProposal = Omit<Proposal, "id">;

/** What became of statements that were to be proposed. */
export interface Proposed {
  /** The ids of those that are new in the tray and proven. */
  readonly ids: readonly string[];
  /** How many are new in the tray and unproven. */
  readonly unproven: number;
  /** Statements that were proposed before, whatever was decided about them. */
  readonly known: number;
}

/** Proposals of one session that may wait at once, as many as a brief is asked for, and unproven ones beside them. */
const MAX_WAITING = 25;
const MAX_UNPROVEN = 4;

/** Puts statements into the tray of a state, none in force; each once, and of a session no more than can be read. */
export async function planProposals(
  { tx, state }: Pick<StateView, "tx" | "state">,
  statements: readonly NewProposal[],
): Promise<Decision<Proposed>> {
  const { ids: before, waiting } = await selectProposed(tx, state.id);
  const fresh = new Map<string, NewProposal>();
  let known = 0;
  for (const statement of statements) {
    const id = proposalId(statement);
    if (before.has(id) || before.has(proposalId({ ...statement, doubt: null }))) known++;
    else if (!fresh.has(id) && hasSpace(statement, waiting)) fresh.set(id, statement);
  }
  const changes = [...fresh].map(([id, { text, doubt, ...facts }]) => {
    const content = toText(text);
    const details = {
      proposal: id,
      content: content.ref,
      ...facts,
      ...(doubt !== null && { doubt }),
    };
    return noteChange("state_proposed", { details }, [content]);
  });
  const ids = [...fresh.keys()].filter((id) => !isUnprovenId(id));
  return { changes, result: { ids, unproven: fresh.size - ids.length, known } };
}

/** Counts a statement for its session; false when enough of them wait. */
function hasSpace(
  { citation: { session }, doubt }: NewProposal,
  { proven, unproven }: Record<"proven" | "unproven", Map<string, number>>,
): boolean {
  const counts = doubt === null ? proven : unproven;
  const number = (counts.get(session) ?? 0) + 1;
  if (number > (doubt === null ? MAX_WAITING : MAX_UNPROVEN)) return false;
  counts.set(session, number);
  return true;
}
