import type { HandoffScore } from "./handoff-quality.ts";
import type { PlantedSession } from "./planted-session.ts";

/** A score of several sessions. */
export interface TotalScore extends HandoffScore {
  readonly sessions: number;
}

/** The scores of all sessions, added up. */
export async function total(
  sessions: readonly PlantedSession[],
  score: (session: PlantedSession, place: number) => Promise<HandoffScore>,
): Promise<TotalScore> {
  const sum = { found: 0, planted: 0, tokens: 0 };
  for (const [place, session] of sessions.entries()) {
    const one = await score(session, place);
    sum.found += one.found;
    sum.planted += one.planted;
    sum.tokens += one.tokens;
  }
  return { ...sum, sessions: sessions.length };
}

const WIDTH = 44;

/** The head of the table. */
export function headOf(): string {
  return `${"what the receiver gets".padEnd(WIDTH)}${columns("facts", "tokens", "facts per 1k")}`;
}

/** A row of the table; tokens are those of one session. */
export function rowOf(name: string, { found, planted, tokens, sessions }: TotalScore): string {
  const share = `${((100 * found) / planted).toFixed(1)} %`;
  const each = String(Math.round(tokens / sessions));
  return `${name.padEnd(WIDTH)}${columns(share, each, ((1000 * found) / tokens).toFixed(2))}`;
}

function columns(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(14)).join("");
}
