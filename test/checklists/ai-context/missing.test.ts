/** A responsibility whose curated files are not there, in part or at all. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Finding } from "../../../src/base/findings.ts";
import { coreFiles } from "../../../src/model/ai-context/context-file.ts";
import { testOnStores } from "./workspace.ts";

testOnStores("validate names every file of a missing ai_context/", async (create) => {
  const { root, run } = await create();
  fs.rmSync(path.join(root, "ai_context"), { recursive: true });
  const { out, exit } = await run<{ violations: readonly Finding[] }>("context validate", {
    id: "docs_cos",
  });
  assert.equal(exit, 1);
  const missing = out.violations.filter(({ code }) => code === "E_MISSING_FILE");
  assert.deepEqual(
    missing.map(({ file }) => file).filter((file) => file?.endsWith(".md")),
    coreFiles.map((stem) => `ai_context/${stem}.md`),
  );
});

testOnStores("a file that was never written, or removed, makes a bundle stale", async (create) => {
  const { root, run, refresh, fails } = await create();
  // This writes two of the four files, and watermarks.
  await refresh({ only: ["open_requests", "recent_activity"] });
  assert.equal(await fails("context load", { frozen: true }), "E_STALE");
  await refresh();
  const fresh = async (input = {}) =>
    (await run<{ fresh: boolean }>("context fresh", { id: "docs_cos", ...input })).out.fresh;
  assert.equal(await fresh(), true);
  fs.rmSync(path.join(root, "ai_context/system_context.md"));
  assert.equal(await fresh(), false);
  assert.equal(await fresh({ fix: true }), true);
  assert(fs.existsSync(path.join(root, "ai_context/system_context.md")));
});
