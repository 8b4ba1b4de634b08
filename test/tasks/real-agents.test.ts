/** The five real agents do example tasks, from one command, with a scripted model (all three with HOLDALL_ALL_TASKS=1). */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { faultsOfTrajectories, skipWithoutHarbor } from "../support/harbor.ts";
import {
  exampleTasks,
  holdallJson,
  skipWithoutAgents as skip,
  withAgents,
} from "./agents-at-work.ts";

// One task is enough for every test run; all of them take minutes.
const tasks = process.env.HOLDALL_ALL_TASKS === "1" ? exampleTasks : exampleTasks.slice(0, 1);

test("five agents do the example tasks from one command; steps, tokens and outcome are captured", {
  skip,
}, async () => {
  await withAgents(tasks, async ({ folder, env, run }) => {
    const runs = await run();
    assert.equal(runs.length, 5 * tasks.length);
    const trajectories: string[] = [];
    for (const { tool, bundle, state, reason, status, score, tokens } of runs) {
      const label = `${tool} ${path.basename(bundle)} ${reason ?? ""}`;
      assert.deepEqual([state, status, score], ["ran", "success", 1], label);
      assert.ok((tokens ?? 0) >= 1000, `${label}: ${tokens} tokens`);
      const events = fs.readFileSync(path.join(bundle, "events.jsonl"), "utf8");
      assert.match(events, /"type":"run_command"[^\n]*fake-agent\.mjs/, label);
      const read = (name: string) => fs.readFileSync(path.join(bundle, name), "utf8");
      assert.equal(read("answer.md"), "It is done.\n", label);
      assert.equal(JSON.parse(read("bundle.json")).interventions.count, 0, label);
      assert.match(read("transcript/transcript.jsonl"), /fake-agent\.mjs/, label);
      const file = path.join(folder, `${path.basename(bundle)}.atif.json`);
      const exporting = ["task", "export", bundle, "--to", "atif", "--out", file];
      const exported = await holdallJson(exporting, env, folder);
      assert.ok(exported.steps >= 3, label);
      assert.equal(exported.tokens, tokens, label);
      trajectories.push(file);
    }
    if (!skipWithoutHarbor) assert.deepEqual(faultsOfTrajectories(trajectories), {});
    const report = await holdallJson(["task", "report", "runs"], env, folder);
    assert.equal(report.bundleCount, 5 * tasks.length);
    assert.equal(report.statusCounts.success, 5 * tasks.length);
    assert.equal(report.byTool.length, 5);
    assert.equal(report.tasks.length, tasks.length);
    const claude = report.leaderboard.find(({ tool }: { tool: string }) => tool === "claude");
    assert.ok(claude.totalCostUsd > 0);
    const compared = ["task", "compare", ...runs.slice(0, 2).map(({ bundle }) => bundle)];
    const { differences, steps } = await holdallJson(compared, env, folder);
    assert.deepEqual([differences, steps.aligned, steps.parting], [[], 2, null]);
    // The scripted model of the others is in no table of prices.
    const pi = report.leaderboard.find(({ tool }: { tool: string }) => tool === "pi");
    assert.equal(pi.totalCostUsd, null);
  });
});
