/** A month of roles in one workspace, and what readers of three texts would know at its end. */
import type { TokenCounter } from "../../../src/base/tokens.ts";
import { World } from "./play.ts";
import { askedAt, type Role } from "./role.ts";
import { type Score, scoreText } from "./score.ts";
import { cutToBudget, folderText, newestFirst } from "./texts.ts";

/** Days after which the load is measured. */
export const MEASURED_DAYS = [1, 7, 15, 30] as const;

/** What was found for one role. */
export interface RoleResult {
  readonly role: Role;
  /** The load of the last day, as it is. */
  readonly text: string;
  /** Tokens of the load after each of the measured days. */
  readonly tokens: Readonly<Record<number, number>>;
  readonly load: Score;
  readonly folder: Score;
  readonly newest: Score;
}

/** Plays the month and scores every role at its end. */
export async function liveMonth(
  folder: string,
  roles: readonly Role[],
  counter: TokenCounter,
): Promise<{ readonly world: World; readonly results: readonly RoleResult[] }> {
  const world = await World.create(folder, roles);
  const tokens = new Map<string, Record<number, number>>();
  const texts = new Map<string, string>();
  for (const day of MEASURED_DAYS) {
    await world.playTo(day);
    for (const { id } of roles) {
      const text = await world.load(id);
      texts.set(id, text);
      tokens.set(id, { ...tokens.get(id), [day]: counter.count(text) });
    }
  }
  const results = roles.map((role) => {
    const text = texts.get(role.id) ?? "";
    const home = world.pathOf(role.id, "");
    const score = (full: string) =>
      scoreText(cutToBudget(full, counter), role.questions, askedAt(role));
    return {
      role,
      text,
      tokens: tokens.get(role.id) ?? {},
      load: score(text),
      folder: score(folderText(home)),
      newest: score(newestFirst(home)),
    };
  });
  return { world, results };
}
