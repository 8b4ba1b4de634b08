import { isConsent } from "../../model/typed-request.ts";
import type { DigestTurn } from "./digest.ts";
import { isOffer } from "./overtaken.ts";
import { isDispute, isRefusal, typedText } from "./requests.ts";
import { statementsOf } from "./sentences.ts";
import { stemsOf } from "./stems.ts";

/** How an agent begins that takes back what it said before. */
// regex: anchored, and 200 characters of a reply are looked at
const CONCESSION =
  /^\W*(?:you(?:'|’)?re (?:\w+ )?right\b|you are (?:\w+ )?right\b|good (?:catch|point)\b|fair (?:point|enough)\b|my (?:mistake|bad|apolog\w+)\b|i (?:was|stand) (?:wrong|mistaken|corrected)\b|i (?:misread|misunderstood|mis\w+)\b|let me correct\b|apolog)/i;

/** Whether the next reply takes back the one before it. */
export function isConceded(later: readonly DigestTurn[]): boolean {
  return CONCESSION.test(later[0]?.reply.slice(0, 200) ?? "");
}

/**
 * Whether what a reply says of files is not true any more: a question about them was answered and the next
 * request had them changed, or a later request names each file that the turn changed and they were changed again.
 */
export function isReconsidered(turn: DigestTurn, later: readonly DigestTurn[]): boolean {
  const changed = editedNames(turn);
  if (changed.length === 0) return isAnswerBeforeChange(turn, later[0]);
  return changed.every((name) => {
    const asked = later.findIndex(({ request }) => typedText(request).includes(name));
    return asked >= 0 && later.slice(asked).some((each) => editedNames(each).includes(name));
  });
}

function isAnswerBeforeChange({ request, reply }: DigestTurn, next?: DigestTurn): boolean {
  if (next === undefined || isConsent(next.request) || !/\?\s*$/.test(request)) return false;
  return editedNames(next).some((name) => reply.includes(name));
}

/** Names of the files that a turn changed. */
function editedNames({ actions }: DigestTurn): readonly string[] {
  const edits = actions.filter(({ kind }) => kind === "edit");
  const names = edits.flatMap(({ text }) =>
    text.split(", ").map((path) => path.slice(path.lastIndexOf("/") + 1)),
  );
  return [...new Set(names)].filter((name) => name.length > 4);
}

const ASKS_REASON = /^why (?:do|does|should|would|must)\b/i;

/** Whether the next request takes back what a reply said: it disputes it, or asks for the same again. */
export function isRevised({ request, reply }: DigestTurn, following?: DigestTurn): boolean {
  const next = following?.request ?? "";
  if (next === "" || isConsent(next)) return false;
  const last = statementsOf(reply).at(-1)?.text ?? "";
  // "No" to an offer turns down the offer alone.
  if (isRefusal(next) && isOffer(last)) return false;
  // Who asks what something is for does not say that it is wrong.
  const isReason = following?.actions.length === 0 && ASKS_REASON.test(next);
  if (isDispute(next) && !isReason) return true;
  // Who repeats the last request word for word and says more goes on from it.
  const added = next.trim() === request.trim() ? next : next.replace(request.trim(), " ");
  const before = stemsOf(typedText(request), 4);
  const after = stemsOf(typedText(added), 4);
  const shared = [...after].filter((stem) => before.has(stem)).length;
  return after.size >= 3 && shared >= after.size / 2;
}
