import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { streamEvents } from "../../src/ledger/read.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const FULL = 768;
const ROOMY = 64 * 1024;
const disk = mountSmallDisk(FULL);
const skip = typeof disk === "string" ? disk : false;

/** Appends one message with a workspace opened for it, as a command does. */
async function post(location: string, content: string): Promise<unknown> {
  try {
    const ledger = await openLedgerAt(location);
    try {
      await ledger.append([message("session:full", content)]);
    } finally {
      await ledger.close();
    }
    return null;
  } catch (error) {
    return error;
  }
}

test("on a full disk a write that fails is not in the ledger, and one that succeeds is", {
  skip,
}, async () => {
  if (typeof disk === "string") return;
  const location = path.join(disk.folder, "library/.holdall");
  const posted: string[] = [];
  const failed: unknown[] = [];
  // Sizes that meet the end of the disk at many places: within the log, and while it is moved.
  for (let n = 0; failed.length < 12; n++) {
    const content = `${n} ${"x".repeat(500 + ((n * 1777) % 6000))}`;
    const error = await post(location, content);
    if (error === null) posted.push(content);
    else failed.push(error);
  }
  for (const error of failed) {
    assert.ok(error instanceof HoldallError, String(error));
    assert.equal(error.code, "E_IO");
  }
  disk.resize(ROOMY);
  const ledger = await openLedgerAt(location);
  const found: number[] = [];
  for await (const { body } of streamEvents(ledger, "session:full")) {
    found.push((body.content as { bytes: number }).bytes);
  }
  await ledger.close();
  assert.deepEqual(
    found,
    posted.map((content) => content.length),
  );
});

test("a post on a full disk ends in a sentence and is in the ledger when it said so", {
  skip,
}, () => {
  if (typeof disk === "string") return;
  disk.resize(ROOMY);
  const cwd = path.join(disk.folder, "program");
  fs.mkdirSync(cwd);
  assert.equal(holdall(["init"], { cwd }).code, 0);
  const thread = String(holdallJson(["thread", "new"], { cwd }).json.thread_id);
  const posted = new Map<string, boolean>();
  for (const kibibytes of [0, 24, 48, 64, 80, 96, 128, 192]) {
    disk.fill(kibibytes * 1024);
    const { code, stderr } = holdall(["thread", "post", thread, `left ${kibibytes}.`], { cwd });
    posted.set(`left ${kibibytes}.`, code === 0);
    assert.match(stderr, code === 0 ? /^$/ : /E_IO/);
    assert.doesNotMatch(stderr, /E_INTERNAL|\n\s+at /);
  }
  disk.fill(null);
  const shown = holdall(["thread", "show", thread], { cwd }).stdout;
  for (const [text, isPosted] of posted) assert.equal(shown.includes(text), isPosted, text);
  assert.ok([...posted.values()].includes(false));
  assert.ok([...posted.values()].includes(true));
  assert.equal(holdall(["verify"], { cwd }).code, 0);
});
