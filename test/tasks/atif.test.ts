/** Sessions of the five real agents as trajectories: every step, and all tokens. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { type AtifTrajectory, atifSchema } from "../../src/transcripts/atif-schema.ts";
import { fixtureScenarios, placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import { faultsOfTrajectories, skipWithoutHarbor } from "../support/harbor.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";

interface Bundle {
  readonly run?: { readonly usage?: Readonly<Record<string, number>> };
}

const scratch = makeScratch();
const files: string[] = [];

function placeIn(home: string) {
  const context = contextIn(home);
  return { ...context, agents: { home, env: { PATH: "/nonexistent" } } };
}

/** Prompt, completion and cached tokens of all steps. */
function tokensOf({ steps, subagent_trajectories: children = [] }: AtifTrajectory) {
  const metrics = [steps, ...children.map((child) => child.steps)]
    .flat()
    .map((step) => step.metrics);
  const sum = (key: "prompt_tokens" | "completion_tokens" | "cached_tokens") =>
    metrics.reduce((total, each) => total + (each?.[key] ?? 0), 0);
  return [sum("prompt_tokens"), sum("completion_tokens"), sum("cached_tokens")];
}

const fixtures = path.join(import.meta.dirname, "../fixtures/agents");
/** Pi has no sub-agents. */
const scenariosOf = (agent: string) =>
  fixtureScenarios.filter((scenario) => fs.existsSync(path.join(fixtures, agent, scenario)));

for (const agent of agentNames) {
  test(`task export writes the sessions of ${agent} with the tokens that task pack counts`, async () => {
    for (const scenario of scenariosOf(agent)) {
      const home = path.join(scratch, `${agent}-${scenario}`);
      const fixture = placeFixture(agent, scenario, home);
      const context = placeIn(home);
      const from = fixture.session_id;
      const out = path.join(scratch, `${agent}-${scenario}.atif.json`);
      const { out: exported } = await runOperation<{ steps: number }>(context, "task export", {
        from,
        to: "atif",
        out,
      });
      const trajectory = atifSchema.parse(JSON.parse(fs.readFileSync(out, "utf8")));
      assert.equal(trajectory.agent.name, agent);
      assert.ok(exported.steps >= 2, scenario);
      files.push(out);

      const bundle = path.join(home, "bundle");
      await runOperation(context, "task pack", { "from-session": from, out: bundle });
      const { run }: Bundle = JSON.parse(fs.readFileSync(path.join(bundle, "bundle.json"), "utf8"));
      const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = run?.usage ?? {};
      const counted = [input + cacheRead + cacheWrite, output, cacheRead];
      const outside = trajectory.final_metrics?.extra?.outside_of_steps;
      if (outside === undefined) assert.deepEqual(tokensOf(trajectory), counted, scenario);

      // The bundle of the session gives the same steps.
      const again = path.join(scratch, `${agent}-${scenario}-bundle.atif.json`);
      await runOperation(context, "task export", { from: bundle, to: "atif", out: again });
      const second = atifSchema.parse(JSON.parse(fs.readFileSync(again, "utf8")));
      assert.deepEqual(second.steps, trajectory.steps, scenario);
      files.push(again);
    }
  });
}

test("harbor's own validator accepts every one of them", { skip: skipWithoutHarbor }, () => {
  assert.equal(files.length, agentNames.flatMap(scenariosOf).length * 2);
  assert.deepEqual(faultsOfTrajectories(files), {});
});

test("harbor's own validator accepts the exports of all samples", {
  skip: process.env.HOLDALL_SAMPLES ? skipWithoutHarbor : "HOLDALL_SAMPLES names no folder",
}, async (t) => {
  const folder = path.join(process.env.HOLDALL_SAMPLES ?? "", "agent-logs");
  const written: string[] = [];
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const out = path.join(scratch, `sample-${name.replaceAll("/", "_")}.json`);
    const from = path.join(folder, name);
    if (!/\.jsonl?$/.test(name) || name.includes("subagents/")) continue;
    const code = await codeOf(
      runOperation(placeIn(scratch), "task export", { from, to: "atif", out }),
    );
    assert.ok(code === null || code === "E_FORMAT" || code === "E_EMPTY", `${name}: ${code}`);
    if (code === null) written.push(out);
  }
  assert.ok(written.length > 60);
  assert.deepEqual(faultsOfTrajectories(written), {});
  t.diagnostic(`${written.length} samples exported and valid`);
});

test("task export replaces only a trajectory, and refuses a session without steps", async () => {
  const home = path.join(scratch, "guard");
  const { session_id: from } = placeFixture("pi", "plain", home);
  const other = path.join(home, "notes.json");
  fs.writeFileSync(other, "{}");
  const run = (input: object) =>
    runOperation(placeIn(home), "task export", { from, to: "atif", ...input });
  assert.equal(await codeOf(run({ out: other })), "E_EXISTS");
  assert.equal(await codeOf(run({ out: other, force: true })), "E_PROTECTED");
  const mine = path.join(home, "mine.json");
  await run({ out: mine });
  await run({ out: mine, force: true });
});

test("task export of a run without a session has its request, its answer and no marks of ours", async () => {
  const cwd = path.join(scratch, "program");
  const steps = [
    {
      type: "run_command",
      at: "2026-01-31T08:00:00Z",
      detail: "exit 1",
      command: "make",
      exitCode: 1,
    },
    { type: "note", at: "2026-01-31T08:00:01Z", detail: "It is late" },
  ];
  writeTaskBundle(path.join(cwd, "task"), {
    task: "# Fix it\n",
    document: { workspace: { state: "before" } },
  });
  const command = ["me=echo Fixed; touch new.txt"];
  const run = { bundles: ["task"], command, out: "runs" };
  const { out } = await runOperation<{ runs: readonly { bundle: string }[] }>(
    placeIn(cwd),
    "task run",
    run,
  );
  const from = out.runs[0]?.bundle ?? "";
  const trajectory = async () => {
    const file = path.join(cwd, "run.atif.json");
    await runOperation(placeIn(cwd), "task export", { from, to: "atif", out: file, force: true });
    if (!skipWithoutHarbor) assert.deepEqual(faultsOfTrajectories([file]), {});
    return atifSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  };
  const plain = await trajectory();
  assert.equal(plain.agent.name, "me");
  assert.deepEqual(
    plain.steps.map(({ source, message }) => [source, message]),
    [
      ["user", "# Fix it\n"],
      ["agent", "Fixed\n"],
    ],
  );
  // Steps that somebody recorded are steps of the agent.
  for (const name of ["SHA256SUMS", "answer.md"]) fs.rmSync(path.join(from, name));
  const lines = steps.map((step) => `${JSON.stringify(step)}\n`).join("");
  fs.writeFileSync(path.join(from, "events.jsonl"), lines);
  const index = path.join(from, "bundle.json");
  const { artifactInfo: _, ...document } = JSON.parse(fs.readFileSync(index, "utf8"));
  fs.writeFileSync(index, JSON.stringify(document));
  const recorded = (await trajectory()).steps;
  assert.deepEqual(
    recorded.map(({ source, tool_calls }) => [source, tool_calls?.[0]?.function_name]),
    [
      ["user", undefined],
      ["agent", "run_command"],
      ["agent", undefined],
      ["agent", undefined],
    ],
  );
});
