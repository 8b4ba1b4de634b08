import { namedSeed, randomSeed } from "../../test/support/seed.ts";
import { compactionRows } from "./compaction-rows.ts";
import { scoreHandoff, scoreLastMessages } from "./handoff-quality.ts";
import { headOf, rowOf, total } from "./handoff-rows.ts";
import { plantSession } from "./planted-session.ts";
import type { Report } from "./report.ts";

const BUDGETS = [1000, 4000, 16_000, null] as const;
const SESSIONS = 5;

/**
 * How much of what a session says arrives. The sentences come from a seed that is new in every run unless
 * HOLDALL_SEED names one, so that nothing can be tuned to them.
 */
export const handoffReport: Report = {
  name: "handoff: planted facts that arrive within a budget",
  async run(_folder, { ask }) {
    const seed = namedSeed() ?? randomSeed();
    const sessions = Array.from({ length: SESSIONS }, (_, number) => plantSession(seed + number));
    const lines = [`seed ${seed} (HOLDALL_SEED repeats it), ${SESSIONS} sessions`, headOf()];
    const shares = new Map<number | null, number>();
    for (const budget of BUDGETS) {
      const within = budget === null ? "everything" : `${budget} tokens`;
      const ours = await total(sessions, (session) => scoreHandoff(session, budget));
      lines.push(rowOf(`ours, ${within}`, ours));
      if (budget !== null) {
        const plain = await total(sessions, (session) => scoreLastMessages(session, budget));
        lines.push(rowOf(`last messages, ${within}`, plain));
      }
      shares.set(budget, ours.found / ours.planted);
    }
    lines.push(...(await compactionRows(sessions, ask)));
    return {
      lines,
      checks: [
        // Announcements that later turns overtook, and commands that brought nothing about, may be left out.
        {
          name: "facts that arrive within 4,000 tokens",
          value: shares.get(4000) ?? 0,
          least: 0.75,
        },
        { name: "facts that arrive without a budget", value: shares.get(null) ?? 0, least: 1 },
      ],
    };
  },
};
