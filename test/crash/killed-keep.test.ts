/** Processes that are killed while they keep, forget and prune: the backup verifies and misses nothing that was confirmed. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as age from "age-encryption";
import { sha256 } from "../../src/base/hash.ts";
import { parseTemporaryName } from "../../src/disk/temporary-name.ts";
import type { Checked } from "../../src/keep/verify-kept.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const writer = path.join(import.meta.dirname, "keep-writer.ts");
const KILLS = Number(process.env.HOLDALL_KILLS ?? 10);
const MAX_WORK_MS = 1200;

test(`${KILLS} processes killed while they keep sessions lose nothing that was kept`, async () => {
  const scratch = makeScratch();
  const home = path.join(scratch, "home");
  const backup = path.join(scratch, "backup");
  const acks = path.join(scratch, "acks");
  fs.mkdirSync(path.join(home, ".claude/projects/-work"), { recursive: true });
  const context = { ...contextIn(home), agents: { home, env: {} } };
  const secrets = [await age.generateX25519Identity(), await age.generateX25519Identity()];
  const recipients = await Promise.all(secrets.map(age.identityToRecipient));
  const identity = path.join(scratch, "identity");
  fs.writeFileSync(identity, secrets.join("\n"));
  for (let kill = 0; kill < KILLS; kill++) {
    // A third in the clear, a third sealed, and a third sealed for another recipient with each run.
    const sealedFor = recipients.slice(0, Math.floor((3 * kill) / KILLS));
    await killOnce([home, backup, acks, ...sealedFor]);
    const confirmed = readAcks(acks);
    if (confirmed.size === 0) continue;
    const { out } = await runOperation<Checked>(context, "keep verify", { from: backup });
    assert.deepEqual(out.faults, []);
    const into = path.join(scratch, `restored-${kill}`);
    await assertRestorable(confirmed, { from: backup, identity: [identity], into });
  }
  assert.ok(readAcks(acks).size > 0, "something was confirmed");
  // Nothing of the killed processes is in the way of the next run, and nothing is left of them afterwards.
  await runOperation(context, "keep now", { to: backup });
  await runOperation(context, "keep prune", { from: backup });
  const { out } = await runOperation<Checked>(context, "keep verify", { from: backup });
  assert.equal(out.ok, true);
  const names = fs.readdirSync(backup, { recursive: true }).map(String);
  assert.deepEqual(
    names.filter((name) => parseTemporaryName(path.basename(name)) !== null),
    [],
  );
});

async function killOnce(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [writer, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const exit = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exit]);
  await wait(Math.random() * MAX_WORK_MS);
  child.kill("SIGKILL");
  await exit;
  assert.equal(complaint, "");
}

interface Confirmed {
  readonly bytes: number;
  readonly hash: string;
}

/** The newest state of each log that was confirmed. */
function readAcks(file: string): ReadonlyMap<string, Confirmed> {
  const newest = new Map<string, Confirmed>();
  for (const line of fs.readFileSync(file, "utf8").split("\n").slice(0, -1)) {
    const files: [string, number, string][] = JSON.parse(line);
    for (const [id, bytes, hash] of files) newest.set(id, { bytes, hash });
  }
  return newest;
}

/** Each log is restored with at least what was confirmed; a later run may have kept more of it. */
async function assertRestorable(
  confirmed: ReadonlyMap<string, Confirmed>,
  input: { readonly from: string; readonly identity: readonly string[]; readonly into: string },
): Promise<void> {
  const { into } = input;
  fs.mkdirSync(into);
  // As another machine: it has an identity, and no key of the machine that kept them.
  const context = { ...contextIn(into), agents: { home: into, env: {} } };
  await runOperation(context, "keep restore", { ...input, all: true });
  for (const [id, { bytes, hash }] of confirmed) {
    const restored = fs.readFileSync(path.join(into, ".claude/projects/-work", `${id}.jsonl`));
    assert.equal(sha256(restored.subarray(0, bytes)), hash, id);
  }
  fs.rmSync(into, { recursive: true });
}
