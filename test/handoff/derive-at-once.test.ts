import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Derived } from "../../src/handoff/derive-state.ts";
import { streamEvents } from "../../src/ledger/read.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { DEFAULT_ADDRESS, stateIdOf, stateStream } from "../../src/state/address.ts";
import { address } from "../state/random-history.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, type Subject, subjects } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all } = await subjects();
const deriver = path.join(import.meta.dirname, "deriver.ts");
const projects = path.join(
  import.meta.dirname,
  "../fixtures/agents/claude/compaction/home/.claude/projects",
);
const PROCESSES = 6;

/** Offers facts that contradict each other in a process of its own. */
async function derive(location: string): Promise<Derived> {
  const { stdout } = await promisify(execFile)(process.execPath, [deriver, location]);
  return JSON.parse(stdout);
}

/** Imports a recorded session with its state in a process of its own. */
async function importState(location: string): Promise<Derived> {
  const names = fs.readdirSync(projects, { recursive: true }).map(String);
  const session = path.join(projects, String(names.find((name) => name.endsWith(".jsonl"))));
  const args = ["import", session, "--state", "--store", location, "--json"];
  const child = startHoldall(args, { env: { HOME: scratch } });
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  child.stderr?.resume();
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0, text);
  return JSON.parse(text).derived;
}

/** Types and reasons of the events of a state, sorted: processes take turns in any order. */
async function trailOf(location: string, id: string): Promise<readonly string[]> {
  const ledger = await openLedgerAt(location, { modules: await loadModules() });
  const events = await Array.fromAsync(streamEvents(ledger, stateStream(id)));
  await ledger.close();
  // Ids of entries differ from one workspace to another.
  const reasonOf = (reason: unknown) => String(reason).replace(/^superseded by .*/, "superseded");
  return events.map(({ type, body }) => `${type} ${reasonOf(body.reason)}`).sort();
}

async function assertAddedOnce(
  subject: Subject,
  id: string,
  run: (location: string) => Promise<Derived>,
): Promise<Derived> {
  const alone = subject.location();
  const shared = subject.location();
  const modules = await loadModules();
  for (const location of [alone, shared]) {
    await (await openLedgerAt(location, { modules })).close();
  }
  const one = await run(alone);
  const many = await Promise.all(Array.from({ length: PROCESSES }, () => run(shared)));
  const sum = (key: keyof Derived) => many.reduce((total, each) => total + each[key], 0);
  assert.equal(one.known, 0);
  assert.equal(sum("known"), (PROCESSES - 1) * one.offered);
  assert.deepEqual(await trailOf(shared, id), await trailOf(alone, id));
  return one;
}

for (const subject of all) {
  const { name, skip } = subject;
  test(`six processes that offer facts which contradict each other add each once (${name})`, {
    skip,
  }, async () => {
    const one = await assertAddedOnce(subject, stateIdOf(address), derive);
    assert.ok(one.superseded > 0, JSON.stringify(one));
  });

  test(`six processes that import the state of one session at once add it once (${name})`, {
    skip,
  }, async () => {
    const one = await assertAddedOnce(subject, stateIdOf(DEFAULT_ADDRESS), importState);
    assert.ok(one.admitted > 0, JSON.stringify(one));
  });
}
