import { type HandoffScore, scoreHandoff, scoreLastMessages } from "./handoff-quality.ts";
import { type PlantedSession, plantSession } from "./planted-session.ts";
import type { Report } from "./report.ts";

const BUDGETS = [1000, 4000, 16_000, null] as const;
const SESSIONS = 5;

/**
 * How much of what a session says arrives. The sentences come from a seed that is new in every run unless
 * HOLDALL_SEED names one, so that nothing can be tuned to them.
 */
export const handoffReport: Report = {
  name: "handoff: planted facts that arrive within a budget",
  async run() {
    const seed = Number(process.env.HOLDALL_SEED ?? Date.now() % 1_000_000);
    const sessions = Array.from({ length: SESSIONS }, (_, number) => plantSession(seed + number));
    const lines = [
      `seed ${seed} (HOLDALL_SEED repeats it), ${SESSIONS} sessions`,
      "budget    ours: facts / tokens / facts per 1k tokens    last messages: the same",
    ];
    const shares = new Map<number | null, number>();
    for (const budget of BUDGETS) {
      const ours = await total(sessions, (session) => scoreHandoff(session, budget));
      const plain = budget && (await total(sessions, (each) => scoreLastMessages(each, budget)));
      lines.push(
        `${String(budget ?? "all").padEnd(10)}${row(ours)}    ${plain ? row(plain) : "-"}`,
      );
      shares.set(budget, ours.found / ours.planted);
    }
    return {
      lines,
      checks: [
        { name: "facts that arrive within 4,000 tokens", value: shares.get(4000) ?? 0, least: 0.9 },
        { name: "facts that arrive without a budget", value: shares.get(null) ?? 0, least: 1 },
      ],
    };
  },
};

async function total(
  sessions: readonly PlantedSession[],
  score: (session: PlantedSession) => Promise<HandoffScore>,
): Promise<HandoffScore> {
  const sum = { found: 0, planted: 0, tokens: 0 };
  for (const session of sessions) {
    const one = await score(session);
    sum.found += one.found;
    sum.planted += one.planted;
    sum.tokens += one.tokens;
  }
  return sum;
}

function row({ found, planted, tokens }: HandoffScore): string {
  const per = ((found / tokens) * 1000).toFixed(2);
  return `${((100 * found) / planted).toFixed(1)} % / ${Math.round(tokens / SESSIONS)} / ${per}`.padEnd(
    40,
  );
}
