import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";

/** A workspace with two entries that say nearly the same, one of them with a secret. */
async function createWorkspace() {
  const cwd = makeScratch();
  const context = contextIn(cwd);
  await runOperation(context, "init");
  const commit = (text: string, id: string) =>
    runOperation(context, "state commit", { text, id, slot: "fact" });
  await commit(`The nightly backup is written to the vault with ${SECRET}`, "old");
  await commit("The weekly report goes to the whole team by mail on Monday", "mail");
  await commit("The weekly report goes to the whole team by mail every Monday", "mail-again");
  return { cwd, context };
}

interface Dreamt {
  readonly out: string;
  readonly counts: Record<string, number>;
}

test("dream, diff and adopt work on the workspace without a bundle in between", async () => {
  const { cwd, context } = await createWorkspace();
  const { out: dreamt } = await runOperation<Dreamt>(context, "dream");
  assert.equal(path.dirname(dreamt.out), path.join(cwd, ".holdall", "dreams"));
  assert.equal(dreamt.counts.superseded, 1);
  const { out: diff } = await runOperation<{ changes: { id: string; action: string }[] }>(
    context,
    "dream diff",
  );
  assert.deepEqual(
    diff.changes.filter(({ action }) => action === "superseded").map(({ id }) => id),
    ["mail"],
  );
  const { out: adopted } = await runOperation<{ adopted: boolean }>(context, "dream adopt");
  assert.equal(adopted.adopted, true);
  const { out: shown } = await runOperation<{ entries: { id: string; content: string }[] }>(
    context,
    "state show",
  );
  assert.deepEqual(shown.entries.map(({ id }) => id).sort(), ["mail-again", "old"]);
  assert.match(shown.entries.find(({ id }) => id === "old")?.content ?? "", new RegExp(SECRET));
});

test("the newest proposal is meant, and a change of the state since is a conflict", async () => {
  const { context } = await createWorkspace();
  const { out: first } = await runOperation<Dreamt>(context, "dream");
  const { out: second } = await runOperation<Dreamt>(context, "dream");
  assert.notEqual(first.out, second.out);
  await runOperation(context, "state commit", { text: "Releases are cut on Fridays", id: "day" });
  await assert.rejects(runOperation(context, "dream adopt"), { code: "E_CONFLICT" });
  await runOperation(context, "dream discard");
  assert.deepEqual([fs.existsSync(first.out), fs.existsSync(second.out)], [true, false]);
  await runOperation(context, "dream discard");
  await assert.rejects(runOperation(context, "dream diff"), { code: "E_NOT_FOUND" });
});

test("a caller that is bound to folders can dream over the workspace, too", async () => {
  const { cwd, context } = await createWorkspace();
  const bound = { ...context, roots: [cwd], outputFolder: path.join(cwd, ".holdall", "out") };
  const { out } = await runOperation<Dreamt>(bound, "dream");
  assert.equal(path.dirname(out.out), path.join(cwd, ".holdall", "dreams"));
});
