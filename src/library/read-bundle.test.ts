import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { makeScratch } from "../../test/support/scratch.ts";
import { createHoldall } from "./create-holdall.ts";
import { readBundle } from "./read-bundle.ts";

v8.setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const cwd = makeScratch();
const archive = path.join(cwd, "kit.tar.gz");
const temporary = path.join(cwd, "temporary");

before(async () => {
  const h = createHoldall({ cwd, store: path.join(cwd, ".holdall"), actor: "somebody" });
  await h.init();
  await h.state.commit({ text: "The harbour closes at dusk" });
  await h.kit.export({ out: "kit", format: "ocf" });
  await h.pack({ path: "kit", out: "kit.tar.gz" });
  fs.mkdirSync(temporary);
  process.env.TMPDIR = temporary;
});

const left = () => fs.readdirSync(temporary);

/** Waits for what is not in use to be collected. */
async function collectAll(rounds: number): Promise<void> {
  for (let round = 0; round < rounds && left().length > 0; round++) {
    collect();
    await wait(10);
  }
}

/** Reads the archive, keeps what is asked for, and counts its files again after a collection. */
async function readAndKeep(): Promise<number> {
  const { files } = await readBundle(archive);
  await collectAll(2);
  assert.equal(left().length, 1);
  let count = 0;
  for await (const entry of files.entries()) if (entry.kind === "file") count++;
  return count;
}

test("readBundle() removes what it unpacked once nobody can read it any more, and not before", async () => {
  assert((await readAndKeep()) > 0);
  await collectAll(20);
  assert.deepEqual(left(), []);
});

test("readBundle() removes what it unpacked of a bundle that cannot be read", async () => {
  await assert.rejects(readBundle(archive, { limits: { members: 1 } }));
  assert.deepEqual(left(), []);
});
