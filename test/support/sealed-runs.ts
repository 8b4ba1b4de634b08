import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type BundleParts, writeTaskBundle } from "./task-bundles.ts";

/** Writes a run with `SHA256SUMS`, as `task run` captures one; `extra` are further files of it. */
export function writeSealedRun(
  folder: string,
  parts: BundleParts,
  extra: Readonly<Record<string, string>> = {},
): void {
  writeTaskBundle(folder, parts);
  for (const [name, text] of Object.entries(extra)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .sort();
  const lines = names.map((name) => {
    const hash = createHash("sha256").update(fs.readFileSync(path.join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), lines.join(""));
}

/** So many runs of an agent on a task, of which the first succeed. */
export interface RunsOfTask {
  readonly tool: string;
  readonly model?: string;
  readonly task: string;
  readonly successes: number;
  readonly runs: number;
}

/** Writes a folder of sealed runs, named by task, agent and attempt. */
export function writeSealedRuns(folder: string, all: readonly RunsOfTask[]): void {
  for (const { tool, model, task, successes, runs } of all) {
    for (let attempt = 1; attempt <= runs; attempt++) {
      const isSuccess = attempt <= successes;
      const outcome = {
        status: isSuccess ? "success" : "failure",
        score: isSuccess ? 1 : 0,
        checks: [{ name: "tests", passed: isSuccess, detail: isSuccess ? "exit 0" : "exit 1" }],
      };
      writeSealedRun(
        path.join(folder, `${task}-${tool}-${attempt}`),
        {
          document: {
            tool,
            ...(model === undefined ? {} : { model }),
            title: `Task ${task}`,
            outcome,
            run: { attempt, durationMs: 1500, exitCode: 0 },
          },
          task: `# ${task}\n`,
        },
        isSuccess ? {} : { "checks/1.txt": `not ok 1 - ${task}\n` },
      );
    }
  }
}
