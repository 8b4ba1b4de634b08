import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TaskReport } from "../../../src/tasks/report/report.ts";
import type { ReportRow } from "../../../src/tasks/report/report-row.ts";
import { holdallJson } from "../../../test/support/program.ts";
import { writeTaskBundle } from "../../../test/support/task-bundles.ts";

/** The agents of a report with their success rates, the first place first. */
interface Order {
  readonly order: readonly string[];
}

/** Writes each run as a bundle, and reads the report that the program makes of the folder. */
export function writeAndReport(folder: string, rows: readonly ReportRow[]): Order {
  for (const { bundleDir, tool, title, status, score } of rows) {
    const outcome = { status, ...(score === null ? {} : { score }) };
    writeTaskBundle(path.join(folder, bundleDir), {
      document: { tool, title, outcome },
      task: `# ${title}\n`,
    });
  }
  return orderOf(folder, folder);
}

/** Agents that succeed in four, one and none of five attempts, by the number of lines that they left. */
const agents = {
  often:
    'n=$(cat "$COUNT.often" | wc -l); echo x >> "$COUNT.often"; [ "$n" = 2 ] || echo ok > done.txt',
  late: 'n=$(cat "$COUNT.late" | wc -l); echo x >> "$COUNT.late"; [ "$n" = 2 ] || sleep 60; echo ok > done.txt',
  crashed: "echo ok > done.txt; exit 7",
};

/** Runs three programs that are known through the real runner, five times each. */
export function runForReal(folder: string): Order {
  mkdirSync(folder, { recursive: true });
  writeTaskBundle(path.join(folder, "task"), { document: { workspace: { state: "before" } } });
  const checks = path.join(folder, "checks.json");
  writeFileSync(
    checks,
    JSON.stringify({
      checks: [{ name: "done", kind: "file_contains", path: "done.txt", text: "ok" }],
    }),
  );
  const count = path.join(folder, "count");
  for (const name of Object.keys(agents)) writeFileSync(`${count}.${name}`, "");
  const commands = Object.entries(agents).flatMap(([name, text]) => [
    "--command",
    `${name}=${text}`,
  ]);
  const options = ["--repeat", "5", "--timeout", "2s", "--env", "COUNT", "--checks", checks];
  holdallJson(["task", "run", "task", ...commands, ...options, "--out", "runs"], {
    cwd: folder,
    env: { COUNT: count },
  });
  return orderOf(path.join(folder, "runs"), folder);
}

function orderOf(root: string, cwd: string): Order {
  const { json } = holdallJson(["task", "report", root], { cwd });
  const { leaderboard } = json as unknown as TaskReport;
  return { order: leaderboard.map(({ tool, successRate }) => `${tool} ${successRate?.rate}`) };
}
