import type { DigestTurn } from "../digest/digest.ts";
import { findReplacements } from "../digest/replacements.ts";
import { isConceded, isReconsidered, isRevised } from "../digest/revised.ts";
import { isUndone, undoneCommits } from "../digest/undone.ts";
import { rewordAsClaim } from "./reword.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { instructionKind } from "./standing-instruction.ts";
import { typedSentences } from "./typed-sentences.ts";
import { isLimit, stemsInOrder } from "./wording.ts";

/** A person gives up what they asked for just before. */
// regex: 200 characters of a request are looked at
const WITHDRAWS =
  /\b(?:undo|revert|roll ?back|take back|never ?mind|nevermind|scratch that|forget (?:it|that|about)|on second thought|changed? my mind|ignore (?:that|my last)|my bad)\b/i;

/** "No, …" rather than "no logs". */
const REFUSES = /^(?:no|nah|nope|nein|non|нет)\s?(?:[,.!;:]|$)|^(?:いいえ|不是|不对)/i;

/** Whether something later in its session takes a claim back. */
export function isTakenBack(text: string, item: RecordedItem, record: SessionRecord): boolean {
  const { turns } = record.digest;
  const index = turns.findIndex(({ item_id }) => item_id === item.turn);
  const turn = turns[index];
  // A turn that was forgotten in a very long session: nothing can be shown about it.
  if (turn === undefined) return true;
  const later = turns.slice(index + 1);
  if (findReplacements(turns).isReplaced(text, index)) return true;
  return item.by === "person"
    ? isWithdrawn(text, later)
    : isRevised(turn, later[0]) ||
        isConceded(later) ||
        isReconsidered(turn, later) ||
        isUndone(turn, undoneCommits(turns.flatMap(({ actions }) => actions)));
}

/** Share of a claim's words that a later sentence of the person repeats when it is about the same thing. */
const SAME_SUBJECT = 0.5;
/** Claims of so few words are about the same thing as another instruction with half of them. */
const FEW = 3;

/** Whether the person gave it up at once, or wrote later about the same thing again. */
function isWithdrawn(text: string, later: readonly DigestTurn[]): boolean {
  const next = later[0]?.request.slice(0, 200) ?? "";
  if (WITHDRAWS.test(next) || REFUSES.test(next)) return true;
  const own = new Set(stemsInOrder(text).filter((each) => !isLimit(each)));
  return later.some(({ request }) =>
    typedSentences(request).some((sentence) => {
      const other = new Set(stemsInOrder(sentence));
      const shared = [...own].filter((each) => other.has(each)).length;
      if (shared === 0 || shared < own.size * SAME_SUBJECT || isSame(own, other)) return false;
      return own.size > FEW || instructionKind(rewordAsClaim(sentence)) !== null;
    }),
  );
}

function isSame(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return own.size === other.size && [...own].every((each) => other.has(each));
}
