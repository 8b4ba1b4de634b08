import path from "node:path";
import { writeTaskBundle } from "../test/support/task-bundles.ts";

const TASKS = 6;
const RUNS = 2;
/** Successes of twelve, and what a run of each agent takes. */
const agents = [
  { name: "a", successes: 10, seconds: 187, tokens: 86_770, usd: 0.78 },
  { name: "b", successes: 8, seconds: 198, tokens: 80_634, usd: 0.82 },
  { name: "c", successes: 2, seconds: 191, tokens: 90_885, usd: 0.81 },
  { name: "d", successes: 5, seconds: 190, tokens: 94_488, usd: 0.79 },
] as const;

/** Writes the runs that the picture of a report shows: four agents, six tasks, each twice. */
export function writeInventedRuns(folder: string): void {
  for (const [number, agent] of agents.entries()) {
    for (let task = 1; task <= TASKS; task++) {
      for (let attempt = 1; attempt <= RUNS; attempt++) {
        const at = (task - 1) * RUNS + attempt - 1;
        const isSuccess = at < agent.successes;
        const title = `Task ${task}`;
        writeTaskBundle(path.join(folder, `${agent.name}-${task}-${attempt}`), {
          task: `# ${title}\n`,
          document: {
            title,
            tool: `agent-${agent.name}`,
            model: `model-${number + 1}`,
            outcome: { status: isSuccess ? "success" : "failure", score: isSuccess ? 1 : 0 },
            interventions: { count: isSuccess ? 0 : 1 },
            run: {
              attempt,
              durationMs: (agent.seconds + at - 6) * 1000,
              exitCode: 0,
              usage: { input: agent.tokens - 9000, output: 9000, cacheRead: 0, cacheWrite: 0 },
              cost: { usd: agent.usd, pricesFrom: "invented", pricesDate: "2026-01-31" },
            },
          },
        });
      }
    }
  }
}
