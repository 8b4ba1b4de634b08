import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { createUndoLog, removeCreated } from "./undo-log.ts";

const scratch = makeScratch();

test("createUndoLog() takes back what was made and nothing that others put beside it", () => {
  const made = createUndoLog();
  const outer = path.join(scratch, "a");
  made.folder(path.join(outer, "b", "c"));
  const file = path.join(outer, "b", "c", "f");
  fs.writeFileSync(file, "ours");
  made.file(file);
  fs.writeFileSync(path.join(outer, "theirs"), "");
  assert.deepEqual(made.list(), [outer, path.join(outer, "b"), path.join(outer, "b", "c"), file]);
  made.remove();
  assert.deepEqual(fs.readdirSync(outer), ["theirs"]);
});

test("createUndoLog() takes the noted steps when it takes back, and none when all stays", () => {
  const taken: string[] = [];
  for (const end of ["keep", "remove"] as const) {
    const made = createUndoLog();
    made.step(() => taken.push(end));
    made[end]();
  }
  assert.deepEqual(taken, ["remove"]);
});

test("removeCreated() tells what is gone", () => {
  const [kept, gone] = [path.join(scratch, "kept"), path.join(scratch, "gone")];
  fs.mkdirSync(path.join(kept, "more"), { recursive: true });
  fs.mkdirSync(gone);
  assert.deepEqual(removeCreated([kept, gone, path.join(scratch, "never")]), [gone]);
});

test("createUndoLog() takes everything back when the process ends before the work is done", () => {
  for (const isDone of [false, true]) {
    const target = path.join(scratch, `process-${isDone}`, "deep");
    const script = `
      import { createUndoLog } from ${JSON.stringify(path.join(import.meta.dirname, "undo-log.ts"))};
      const made = createUndoLog();
      made.folder(${JSON.stringify(target)});
      ${isDone ? "made.keep();" : ""}
      process.exit(130);`;
    spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script]);
    assert.equal(fs.existsSync(path.dirname(target)), isDone);
  }
});
