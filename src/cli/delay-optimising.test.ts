import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

test("delayOptimising() sets flags that V8 knows, and sets them back at the end", () => {
  const module = pathToFileURL(join(import.meta.dirname, "delay-optimising.ts")).href;
  const script = `
    import { delayOptimising } from ${JSON.stringify(module)};
    delayOptimising(1_000);
    await import("node:v8");
    console.log(process.listenerCount("exit"));
    delayOptimising(50_000_000);
    await import("node:v8");
    console.log(process.listenerCount("exit"));`;
  const args = ["--input-type=module-typescript", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  assert.equal(stderr, "");
  assert.equal(status, 0);
  assert.equal(stdout, Number.parseInt(process.versions.v8, 10) < 13 ? "0\n0\n" : "0\n1\n");
});
