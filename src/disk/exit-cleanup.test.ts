import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

function outputOf(body: string): string {
  const module = JSON.stringify(path.join(import.meta.dirname, "exit-cleanup.ts"));
  const script = `import { runAtExit } from ${module};\n${body}`;
  const args = ["--input-type=module-typescript", "-e", script];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

test("runAtExit() runs the newest step first, also when one throws", () => {
  const output = outputOf(`
    runAtExit(() => console.log("first"));
    runAtExit(() => { throw new Error("broken"); });
    runAtExit(() => console.log("last"));
    process.exit(130);`);
  assert.equal(output, "last\nfirst\n");
});

test("runAtExit() does not run a step that was cancelled", () => {
  const output = outputOf(`
    const cancel = runAtExit(() => console.log("cancelled"));
    runAtExit(() => console.log("kept"));
    cancel();`);
  assert.equal(output, "kept\n");
});
