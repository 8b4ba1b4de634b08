import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { loadModules } from "../../src/runtime/modules.ts";
import { verify } from "../conformance/ledger-check.ts";
import { randomFrom } from "../support/damage.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

import { openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
const modules = await loadModules();

/** A workspace with everything in it that commands write: threads, a state, memory, its search index. */
function createWorkspace(): string {
  const cwd = path.join(scratch, "project");
  fs.mkdirSync(cwd);
  const run = (...args: string[]) => assert.equal(holdall(args, { cwd }).code, 0, args.join(" "));
  run("init");
  const thread = String(holdallJson(["thread", "new"], { cwd }).json.thread_id);
  for (const n of [1, 2, 3])
    run("thread", "post", thread, `Message ${n} ${"about tides ".repeat(300)}`);
  for (const text of [
    "The harbour opens at six",
    "Use the southern pier",
    "Boats are painted blue",
  ]) {
    run("state", "commit", text);
  }
  for (const n of [1, 2, 3])
    run("memory", "store", `Note ${n}: the ferry leaves pier ${n} at noon`);
  run("memory", "find", "ferry");
  return path.join(cwd, ".holdall");
}

/** Whether opening or verifying a workspace says that something is wrong. */
async function isNoticed(location: string): Promise<boolean> {
  try {
    const ledger = await openLedgerAt(location, { modules });
    try {
      const { list } = await verify(ledger);
      return list.some(({ severity }) => severity === "error");
    } finally {
      await ledger.close();
    }
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, "E_STORE", String(error));
    return true;
  }
}

test("verify finds damage in every page of the database that is in use", async (context) => {
  const intact = createWorkspace();
  const database = new DatabaseSync(path.join(intact, "ledger.sqlite"));
  const { page_size: size } = database.prepare("pragma page_size").get() as { page_size: number };
  database.close();
  assert.equal(await isNoticed(intact), false);
  const bytes = fs.readFileSync(path.join(intact, "ledger.sqlite"));
  const pages = bytes.length / size;
  const random = randomFrom(1);
  const missed = { overwritten: [] as number[], bit: [] as number[] };
  for (let page = 0; page < pages; page++) {
    for (const kind of ["overwritten", "bit"] as const) {
      const copy = path.join(scratch, "copy");
      fs.rmSync(copy, { recursive: true, force: true });
      fs.cpSync(intact, copy, { recursive: true });
      const damaged = Buffer.from(bytes);
      const start = page * size;
      if (kind === "overwritten") {
        for (let at = start; at < start + size; at++) damaged[at] = random(256);
      } else {
        const used = usedBytes(bytes, start, size);
        const at = used[random(Math.max(used.length, 1))];
        if (at === undefined) continue;
        damaged[at] = (damaged[at] ?? 0) ^ 0x20;
      }
      fs.writeFileSync(path.join(copy, "ledger.sqlite"), damaged);
      if (!(await isNoticed(copy))) missed[kind].push(page + 1);
    }
  }
  const found = (kind: keyof typeof missed) => pages - missed[kind].length;
  context.diagnostic(`${found("overwritten")} of ${pages} overwritten pages found`);
  context.diagnostic(
    `${found("bit")} of ${pages} flipped bits found; not: ${missed.bit.join(", ")}`,
  );
  assert.deepEqual(missed.overwritten, []);
  // A bit may lie in what means nothing any more: the rest of a cell that was moved, or a lease.
  assert.ok(missed.bit.length <= pages * 0.1);
});

/** Places that are not zero: what is written there means something, unless the page is free. */
function usedBytes(bytes: Buffer, start: number, size: number): number[] {
  const places: number[] = [];
  for (let at = start + 16; at < start + size; at++) if (bytes[at] !== 0) places.push(at);
  return places;
}
