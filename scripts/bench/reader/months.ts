/** Three months of roles in one workspace, and what readers would know after the first and later. */
import type { TokenCounter } from "../../../src/base/tokens.ts";
import { questionsAt } from "./later-life.ts";
import { World } from "./play.ts";
import { askedAt, type Role } from "./role.ts";
import { type Score, scoreText } from "./score.ts";
import { cutToBudget, folderText, newestFirst } from "./texts.ts";

/** Days after which the load is measured. */
export const MEASURED_DAYS = [1, 7, 15, 30, 45, 60, 90] as const;
/** The day whose questions are in the files of the roles. */
const FIRST_MONTH = 30;

/** What was found for one role. */
export interface RoleResult {
  readonly role: Role;
  /** Tokens of the load after each of the measured days. */
  readonly tokens: Readonly<Record<number, number>>;
  /** What the load answers on day 30, beside the folder itself. */
  readonly load: Score;
  readonly folder: Score;
  readonly newest: Score;
  /** What the load answers on later days, by day. */
  readonly later: Readonly<Record<number, Score>>;
}

/** Plays until a day and scores every role after its first month and on the later days. */
export async function liveMonths(
  folder: string,
  roles: readonly Role[],
  counter: TokenCounter,
  lastDay: number = MEASURED_DAYS.at(-1) ?? FIRST_MONTH,
): Promise<{ readonly world: World; readonly results: readonly RoleResult[] }> {
  const world = await World.create(folder, roles);
  const found = new Map<string, RoleResult>();
  for (const day of MEASURED_DAYS.filter((each) => each <= lastDay)) {
    await world.playTo(day);
    for (const role of roles) {
      const text = await world.load(role.id);
      const before = found.get(role.id) ?? newResult(role);
      found.set(role.id, measure(before, { day, text, home: world.pathOf(role.id, "") }, counter));
    }
  }
  return { world, results: [...found.values()] };
}

interface Measured {
  readonly day: number;
  readonly text: string;
  /** The folder of the role. */
  readonly home: string;
}

/** The result with what was found on one more day. */
function measure(
  before: RoleResult,
  { day, text, home }: Measured,
  counter: TokenCounter,
): RoleResult {
  const { role } = before;
  const now = askedAt(role, day);
  const result = { ...before, tokens: { ...before.tokens, [day]: counter.count(text) } };
  if (day < FIRST_MONTH) return result;
  const questions = day === FIRST_MONTH ? role.questions : questionsAt(role, now);
  const score = (full: string) => scoreText(cutToBudget(full, counter), questions, now);
  if (day > FIRST_MONTH) return { ...result, later: { ...before.later, [day]: score(text) } };
  return {
    ...result,
    load: score(text),
    folder: score(folderText(home)),
    newest: score(newestFirst(home)),
  };
}

function newResult(role: Role): RoleResult {
  const none = scoreText("", [], role.start);
  return { role, tokens: {}, load: none, folder: none, newest: none, later: {} };
}
