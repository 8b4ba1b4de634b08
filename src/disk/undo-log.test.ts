import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { createUndoLog, removeCreated } from "./undo-log.ts";

const scratch = makeScratch();

test("createUndoLog() removes what was created and nothing that others put beside it", () => {
  const log = createUndoLog();
  const outer = path.join(scratch, "a");
  log.createFolder(path.join(outer, "b", "c"));
  const file = path.join(outer, "b", "c", "f");
  fs.writeFileSync(file, "ours");
  log.addFile(file);
  fs.writeFileSync(path.join(outer, "theirs"), "");
  assert.deepEqual(log.paths(), [outer, path.join(outer, "b"), path.join(outer, "b", "c"), file]);
  log.rollback();
  assert.deepEqual(fs.readdirSync(outer), ["theirs"]);
});

test("createUndoLog() runs its steps on rollback and none on commit", () => {
  const taken: string[] = [];
  for (const end of ["commit", "rollback"] as const) {
    const log = createUndoLog();
    log.addStep(() => taken.push(end));
    log[end]();
  }
  assert.deepEqual(taken, ["rollback"]);
});

test("removeCreated() returns what is gone", () => {
  const kept = path.join(scratch, "kept");
  const gone = path.join(scratch, "gone");
  fs.mkdirSync(path.join(kept, "more"), { recursive: true });
  fs.mkdirSync(gone);
  assert.deepEqual(removeCreated([kept, gone, path.join(scratch, "never")]), [gone]);
});

test("createUndoLog() rolls back when the process ends before the commit", () => {
  for (const isDone of [false, true]) {
    const target = path.join(scratch, `process-${isDone}`, "deep");
    const script = `
      import { createUndoLog } from ${JSON.stringify(path.join(import.meta.dirname, "undo-log.ts"))};
      const log = createUndoLog();
      log.createFolder(${JSON.stringify(target)});
      ${isDone ? "log.commit();" : ""}
      process.exit(130);`;
    spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script]);
    assert.equal(fs.existsSync(path.dirname(target)), isDone);
  }
});
