import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { formatNames } from "../../src/formats/registry.ts";
import { holdall, holdallJson, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const cwd = makeScratch();

interface Step {
  readonly operation: string;
  readonly exit: number;
  readonly output: Readonly<Record<string, unknown>>;
}

/** The steps of a tour; its temporary folder and its home must be empty at its end. */
function stepsOf(...args: readonly string[]): readonly Step[] {
  const [TMPDIR, HOME] = ["tmp-", "home-"].map((name) => fs.mkdtempSync(path.join(cwd, name)));
  const empty = { XDG_CACHE_HOME: "", XDG_DATA_HOME: "", XDG_STATE_HOME: "" };
  const start = { cwd, env: { TMPDIR, HOME, ...empty } };
  const { code, json } = holdallJson(["tour", ...args], start);
  assert.equal(code, 0);
  for (const folder of [TMPDIR, HOME]) {
    assert.deepEqual(fs.readdirSync(folder ?? ""), []);
    fs.rmdirSync(folder ?? "");
  }
  return json.steps as Step[];
}

function outputOf(steps: readonly Step[], operation: string): Readonly<Record<string, unknown>> {
  const step = steps.findLast((each) => each.operation === operation);
  assert.ok(step, operation);
  return step.output;
}

const operationsOf = (steps: readonly Step[]) => steps.map(({ operation }) => operation);

test("the tour begins with a handoff in which everything arrives, and leaves nothing behind", () => {
  const steps = stepsOf();
  assert.equal(steps[0]?.operation, "handoff");
  const { agent, conversation } = outputOf(steps, "handoff");
  assert.deepEqual([agent, (conversation as { complete: boolean }).complete], ["codex", true]);
  const { sessions } = outputOf(steps, "sessions") as { sessions: { agent: string }[] };
  assert.deepEqual(sessions.map((each) => each.agent).sort(), ["claude", "codex"]);
});

test("the tour goes on with the state and what contradicts it, then with a tampered bundle", () => {
  const steps = stepsOf();
  const order = operationsOf(steps);
  assert.ok(order.indexOf("state show") < order.indexOf("verify"));
  const commits = steps.filter(({ operation }) => operation === "state commit");
  assert.deepEqual(
    commits.map(({ output }) => output.decision),
    ["admitted", "conflict"],
  );
  const verified = steps.filter(({ operation }) => operation === "verify");
  assert.deepEqual(
    verified.map(({ output }) => output.ok),
    [true, false],
  );
});

test("the tour fits 60 lines of 80 columns", () => {
  const { code, stdout } = holdall(["tour"], { cwd });
  assert.equal(code, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.ok(lines.length <= 60, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  );
});

test("the tour prints each step when it has happened", async () => {
  const child = startHoldall(["tour"], { cwd });
  const [first] = await once(child.stdout ?? child, "data");
  assert.match(String(first), /\$ holdall handoff claude codex/);
  assert.doesNotMatch(String(first), /holdall verify/);
  child.stdout?.resume();
  const [code] = await once(child, "close");
  assert.equal(code, 0);
});

test("tour PART shows all of one part, and --full shows every part", () => {
  const parts = {
    handoff: ["sessions", "handoff", "verify"],
    state: ["import", "state log", "state replay", "session resume", "kit export"],
    bundles: ["inspect", "verify", "convert", "diff", "pack"],
    threads: ["thread new", "thread post", "thread compile"],
  };
  const full = new Set(operationsOf(stepsOf("--full")));
  for (const [part, expected] of Object.entries(parts)) {
    const shown = operationsOf(stepsOf(part));
    for (const operation of expected) assert.ok(shown.includes(operation), `${part} ${operation}`);
    for (const operation of shown) assert.ok(full.has(operation), `full ${operation}`);
  }
});

test("tour state replays an earlier moment, and another agent resumes with the same state", () => {
  const steps = stepsOf("state");
  assert.equal(outputOf(steps, "state replay").head_seq, 2);
  assert.ok((outputOf(steps, "state log").lines as unknown[]).length > 0);
  const { state_hash } = outputOf(steps, "session checkpoint").summary as { state_hash: string };
  assert.equal(typeof state_hash, "string");
  assert.ok(JSON.stringify(outputOf(steps, "session resume")).includes(state_hash));
});

test("tour bundles finds a flipped bit, and packs the same content to the same archive", () => {
  const { json } = holdallJson(["tour", "bundles"], { cwd });
  const faults = (json.steps as Step[]).filter(({ exit }) => exit !== 0);
  assert.deepEqual(operationsOf(faults), ["verify"]);
  assert.match(String(json.proofs), /[0-9a-f]{64}/);
  // Who has seen this part is sent to the others.
  assert.deepEqual([...(json.more as string[])].sort(), ["handoff", "state", "threads"]);
});

test("tour suggests the part that was meant", () => {
  const { code, stderr } = holdall(["tour", "stat"], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /did you mean "state"\?/);
});

test("tour --keep writes its bundles, as they were before the tour, to a folder that is named", () => {
  const folder = fs.mkdtempSync(path.join(cwd, "keep-"));
  const { code, json } = holdallJson(["tour", "--keep", "demo"], { cwd: folder });
  assert.equal(code, 0);
  assert.equal(json.kept, path.join(folder, "demo"));
  assert.deepEqual(
    fs.readdirSync(path.join(folder, "demo")).sort(),
    [...formatNames, "orchard", "session.jsonl", "tides"].sort(),
  );
  for (const name of [...formatNames, "orchard", "tides"]) {
    const [only, second] = fs.readdirSync(path.join(folder, "demo", name));
    const bundle = path.join("demo", name, second === undefined ? (only ?? "") : "");
    assert.equal(holdall(["verify", bundle], { cwd: folder }).code, 0, name);
  }
  assert.deepEqual(fs.readdirSync(folder), ["demo"]);
});

test("tour --keep says where the bundles are, and writes nothing where something exists", () => {
  fs.mkdirSync(path.join(cwd, "mine"));
  const refused = holdallJson(["tour", "--keep", "mine"], { cwd });
  assert.deepEqual([refused.code, refused.json.ok], [3, false]);
  assert.deepEqual(fs.readdirSync(path.join(cwd, "mine")), []);
  assert.match(holdall(["tour", "--keep", "again"], { cwd }).stdout, /again\b.*orchard/s);
});

test("formats shows limits, in lines no wider than the terminal and without spaces at their end", () => {
  const { stdout } = holdall(["formats"], { cwd, env: { COLUMNS: "72" } });
  const lines = stdout.split("\n");
  assert.deepEqual(
    lines.filter((line) => line.length > 72 || line.endsWith(" ")),
    [],
  );
  assert.equal(lines.filter((line) => line.includes("documentBytes 1 MiB")).length, 6);
});
