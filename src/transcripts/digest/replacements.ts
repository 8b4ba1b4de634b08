/**
 * What was later replaced in so many words: "removed the agent picker", "instead of printing to the channel". Who
 * says what a thing replaces names the old thing, so an earlier statement about that is out of date.
 */
import { collapseSpace, truncateEnd } from "../../base/text/one-line.ts";
import type { DigestTurn } from "./digest.ts";
import { isOvertaken } from "./overtaken.ts";
import { typedText } from "./requests.ts";
import { statementsOf } from "./sentences.ts";
import { countShared, stemsOf } from "./stems.ts";

/** What was replaced, found by what an earlier statement says. */
export interface Replacements {
  /** Whether something said after a turn replaced what a statement of it says. */
  isReplaced(statement: string, turn: number): boolean;
  /** The later request that limits what a request asks for; null when there is none. */
  limitOf(request: string, turn: number): string | null;
}

interface Replacement {
  readonly turn: number;
  readonly text: string;
  readonly isRequest: boolean;
  /** Whether it was there before, rather than being ruled out for what is to come. */
  readonly isGone: boolean;
  readonly stems: ReadonlySet<string>;
}

/** Words before what is there no more: as an agent reports it, and as a person asks for it. */
// regex: a statement has at most 400 characters
const REMOVED =
  /\b(?:instead of|removed|dropped|deleted|replaced|reverted|got rid of|took out)\s(?:\w+ing\s)?([^.;:,()|—–]{4,60})/gi;
// regex: as above
const REMOVES =
  /\b(?:instead of|remove|drop|delete|replace|revert|get rid of|take out)\s(?:\w+ing\s)?([^.;:,()|—–]{4,60})/gi;
/** Words before what must not be. */
// regex: as above
const FORBIDS =
  /\b(?:do not|don'?t|dont|must not|should not|shouldn'?t|no more|stop|never|without|not)\s([^.;:,()|—–]{4,60})/gi;
const MAX_REPLACEMENTS = 400;
const MAX_SHOWN = 160;
const MIN_STEMS = 2;
/** The share of a description that a statement must speak of to be left out, and of a limit to be reported with it. */
const REPLACED_SHARE = 3 / 4;
const LIMITED_SHARE = 2 / 3;

/** Whether a statement itself says that something was taken away or replaced. */
export function isRemoval(statement: string): boolean {
  return statement.search(REMOVED) >= 0;
}

/** Finds what the turns of a digest replaced. */
export function findReplacements(turns: readonly DigestTurn[]): Replacements {
  const found = turns.flatMap((turn, index) => [
    ...replacedIn(typedText(turn.request), { turn: index, isRequest: true }),
    // Only who changed something can say what is gone.
    ...(turn.actions.length > 0 ? replacedIn(turn.reply, { turn: index, isRequest: false }) : []),
  ]);
  const newest = found.slice(-MAX_REPLACEMENTS);
  const after = (turn: number) => newest.filter((each) => each.turn > turn);
  return {
    isReplaced(statement, turn) {
      if (isRemoval(statement)) return false;
      const stems = stemsOf(statement, 5);
      const gone = after(turn).filter(({ isGone }) => isGone);
      return gone.some((each) => covers(stems, each.stems, REPLACED_SHARE));
    },
    limitOf(request, turn) {
      const stems = stemsOf(request, 5);
      const limits = after(turn).filter(({ isRequest }) => isRequest);
      const limit = limits.find((each) => covers(stems, each.stems, LIMITED_SHARE));
      return limit === undefined ? null : truncateEnd(collapseSpace(limit.text), MAX_SHOWN);
    },
  };
}

function replacedIn(
  text: string,
  place: Pick<Replacement, "turn" | "isRequest">,
): readonly Replacement[] {
  const patterns = place.isRequest ? [REMOVES, FORBIDS] : [REMOVED];
  const statements = statementsOf(text).filter((each) => place.isRequest || !isOvertaken(each));
  return statements.flatMap((statement) =>
    patterns.flatMap((pattern) =>
      [...statement.text.matchAll(pattern)]
        .map(([, phrase = ""]) => stemsOf(phrase, 5))
        .filter((stems) => stems.size >= MIN_STEMS)
        .map((stems) => ({ ...place, text: statement.text, isGone: pattern !== FORBIDS, stems })),
    ),
  );
}

/** Whether a statement speaks of such a share of what was replaced. */
function covers(
  statement: ReadonlySet<string>,
  replaced: ReadonlySet<string>,
  least: number,
): boolean {
  const shared = countShared(statement, replaced);
  return shared >= MIN_STEMS && shared >= replaced.size * least;
}
