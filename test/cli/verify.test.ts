import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

interface Verified {
  readonly ok: boolean;
  readonly format: string | null;
  readonly responsibility?: { readonly responsibility_id: string; readonly refreshes: number };
  readonly workspace?: { readonly location: string };
  readonly findings: readonly { readonly code: string; readonly file: string | null }[];
}

async function createProject() {
  const cwd = makeScratch();
  const context = contextIn(cwd);
  await runOperation(context, "init", { responsibility: "docs_cos" });
  await runOperation(context, "context refresh", { id: "docs_cos" });
  const verify = async (input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Verified>(context, "verify", input)).out;
  return { cwd, context, verify };
}

test("verify checks the folder of a responsibility against its record", async () => {
  const { cwd, verify } = await createProject();
  for (const folder of ["registry/docs_cos", "registry/docs_cos/ai_context"]) {
    const { ok, format, responsibility } = await verify({ path: folder });
    assert.deepEqual(
      [ok, format, responsibility?.responsibility_id],
      [true, "ai-context", "docs_cos"],
    );
    assert.equal(responsibility?.refreshes, 1);
  }
  const focus = path.join(cwd, "registry/docs_cos/ai_context/current_focus.md");
  fs.appendFileSync(focus, "Added by hand.\n");
  const altered = await verify({ path: "registry/docs_cos" });
  assert.equal(altered.ok, false);
  assert(altered.findings.some(({ code }) => code === "E_DIGEST"));
});

test("verify checks a copied folder of a responsibility as a bundle alone", async () => {
  const { cwd, verify } = await createProject();
  fs.cpSync(path.join(cwd, "registry/docs_cos"), path.join(cwd, "copy/docs_cos"), {
    recursive: true,
  });
  const { ok, format, responsibility } = await verify({ path: "copy/docs_cos" });
  assert.deepEqual([ok, format, responsibility], [true, "ai-context", undefined]);
});

test("verify checks the workspace of a folder that is no bundle", async () => {
  const { cwd, context, verify } = await createProject();
  for (const folder of [".", ".holdall"]) {
    const { ok, workspace } = await verify({ path: folder, recompute: true });
    assert.deepEqual([ok, workspace?.location], [true, path.join(cwd, ".holdall")]);
  }
  const bound = { ...context, roots: [cwd] };
  const { out } = await runOperation<Verified>(bound, "verify", { path: "." });
  assert.deepEqual([out.ok, out.workspace], [false, undefined], "a model opens no other workspace");
});

test("verify calls a folder with some Markdown no bundle; only okf verify reads it as records", async () => {
  const { cwd, context, verify } = await createProject();
  writeFiles(path.join(cwd, "notes"), { "caching.md": "Listings are cached.\n" });
  const found = await verify({ path: "notes" });
  assert.deepEqual([found.ok, found.findings[0]?.code], [false, "E_FORMAT"]);
  const { out } = await runOperation<Verified>(context, "okf verify", { path: "notes" });
  assert.deepEqual([out.ok, out.format], [true, "records"]);
});
