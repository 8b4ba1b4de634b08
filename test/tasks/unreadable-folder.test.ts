/** A folder that nobody may look into is named, and its neighbours are read. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";

/** Root may read everything, so it becomes somebody else; what the operation loads is loaded before. */
async function asPlainUser<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  await run();
  if (process.getuid?.() !== 0) return run();
  fs.chmodSync(folder, 0o777);
  process.seteuid?.(65_534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

function lockedFolder(cwd: string): void {
  fs.mkdirSync(path.join(cwd, "all/locked"), { recursive: true });
  fs.chmodSync(path.join(cwd, "all/locked"), 0o000);
}

const skip = process.platform === "win32" ? "there are no such modes" : false;

test("task scan and task report name a folder that cannot be read, and read the others", {
  skip,
}, async () => {
  const cwd = makeScratch();
  writeTaskBundle(path.join(cwd, "all/one"), {});
  lockedFolder(cwd);
  for (const name of ["task scan", "task report"] as const) {
    const { out } = await asPlainUser(cwd, () =>
      runOperation<{
        readonly bundles?: readonly unknown[];
        readonly ranking?: readonly unknown[];
        readonly errors: readonly { readonly path: string; readonly reason: string }[];
      }>(contextIn(cwd), name, { root: "all" }),
    );
    assert.equal((out.bundles ?? out.ranking)?.length, 1, name);
    assert.equal(out.errors[0]?.path, "locked", name);
    assert.match(out.errors[0]?.reason ?? "", /permission is denied/, name);
  }
});

test("task import names a folder that cannot be read, and imports the others", {
  skip,
}, async () => {
  const cwd = makeScratch();
  const task = path.join(cwd, "all/one");
  fs.mkdirSync(path.join(task, "tests"), { recursive: true });
  fs.mkdirSync(path.join(task, "environment"));
  fs.writeFileSync(path.join(task, "task.toml"), 'version = "1.0"\n');
  fs.writeFileSync(path.join(task, "instruction.md"), "Do it\n");
  fs.writeFileSync(path.join(task, "tests/test.sh"), "exit 0\n");
  fs.writeFileSync(path.join(task, "environment/Dockerfile"), "FROM debian\nWORKDIR /app\n");
  lockedFolder(cwd);
  let attempt = 0;
  const { out } = await asPlainUser(cwd, () =>
    runOperation<{
      readonly imported: readonly unknown[];
      readonly failed: readonly { readonly name: string; readonly message: string }[];
    }>(contextIn(cwd), "task import", { from: "all", out: `tasks-${attempt++}` }),
  );
  assert.equal(out.imported.length, 1);
  assert.deepEqual(
    out.failed.map(({ name }) => name),
    ["locked"],
  );
  assert.match(out.failed[0]?.message ?? "", /permission is denied/);
});
