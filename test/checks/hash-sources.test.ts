import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hashSources } from "../../scripts/hash-sources.ts";

test("hashSources() changes with a source, its name and the scripts, and with nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "holdall-"));
  try {
    await mkdir(join(folder, "src/base"), { recursive: true });
    await mkdir(join(folder, "scripts"));
    await writeFile(join(folder, "src/base/a.ts"), "1");
    const seen = [await hashSources(folder)];
    await writeFile(join(folder, "README.md"), "words");
    assert.equal(await hashSources(folder), seen[0]);
    for (const [file, text] of [
      ["src/base/a.ts", "2"],
      ["src/base/b.ts", "2"],
      ["scripts/build.ts", "2"],
      ["package.json", "{}"],
    ] as const) {
      await writeFile(join(folder, file), text);
      seen.push(await hashSources(folder));
    }
    assert.equal(new Set(seen).size, 5);
  } finally {
    await rm(folder, { recursive: true });
  }
});
