import type { DigestTurn } from "../digest/digest.ts";
import { findReplacements } from "../digest/replacements.ts";
import { typedText } from "../digest/requests.ts";
import { isConceded, isReconsidered, isRevised } from "../digest/revised.ts";
import { statementsOf } from "../digest/sentences.ts";
import { countShared, stemsOf } from "../digest/stems.ts";
import { isUndone, undoneCommits } from "../digest/undone.ts";
import { answeredQuestions } from "./answered-questions.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { typedSentences } from "./typed-sentences.ts";
import { countInOrder, isLimit, namesIn, plain, stemsInOrder } from "./wording.ts";

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
    ? isWithdrawn(text, later) ||
        (answeredQuestions(item.text).length > 0 && isForbidden(text, later))
    : (isRevised(turn, later[0]) && isAbout(later[0]?.request ?? "", text)) ||
        isConceded(later) ||
        isRestated(text, item, record) ||
        isReconsidered(turn, later) ||
        isUndone(turn, undoneCommits(turns.flatMap(({ actions }) => actions)));
}

/** So many telling words show what a dispute is about; a shorter one is about all of the reply. */
const MIN_SUBJECT = 5;

function isAbout(dispute: string, claim: string): boolean {
  const subject = stemsOf(typedText(dispute), STEM_LENGTH);
  return subject.size < MIN_SUBJECT || countShared(subject, stemsOf(claim, STEM_LENGTH)) > 0;
}

const STEM_LENGTH = 4;
/** A later sentence with such a share of the words of a claim, and other names or numbers, says otherwise. */
const RESTATED_SHARE = 0.75;
const MIN_RESTATED = 2;

/** Whether an agent stated the same later with other names or numbers: the tests that pass, the value of a setting. */
function isRestated(claim: string, { place }: RecordedItem, { items }: SessionRecord): boolean {
  const names = new Set(namesIn(claim));
  const stems = stemsInOrder(claim).filter((each) => !names.has(each));
  if (names.size === 0 || stems.length < MIN_RESTATED) return false;
  return [...items.values()].some((item) => {
    if (item.by !== "agent" || item.place <= place) return false;
    const content = plain(item.text);
    if (stems.filter((each) => content.includes(each)).length < stems.length * RESTATED_SHARE) {
      return false;
    }
    return statementsOf(item.text).some(({ text }) => {
      const other = namesIn(text);
      const isOther =
        other.some((each) => !names.has(each)) && !other.some((each) => names.has(each));
      return isOther && countInOrder(stems, stemsInOrder(text)) >= stems.length * RESTATED_SHARE;
    });
  });
}

/** Share of a claim's words that a later sentence of the person repeats when it is about the same thing. */
const SAME_SUBJECT = 0.5;
/** Claims of so few words are about the same thing as another sentence with all of them. */
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
      return own.size > FEW || shared === own.size;
    }),
  );
}

const FORBIDS = /^\P{L}{0,3}(?:do not|don'?t|dont|never|no)\b/iu;

/** Whether a person forbids later what they chose when an agent asked: with half of the words of their answer. */
function isForbidden(claim: string, later: readonly DigestTurn[]): boolean {
  const answer = termsOf(claim.split(/[?？]\s/).at(-1) ?? "");
  return later.some(({ request }) =>
    typedSentences(request)
      .filter((sentence) => FORBIDS.test(sentence))
      .some((sentence) => countShared(answer, termsOf(sentence)) * 2 >= answer.size),
  );
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

function isSame(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return own.size === other.size && [...own].every((each) => other.has(each));
}
