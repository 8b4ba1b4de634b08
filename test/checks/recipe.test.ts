import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.ts";
import { memoryFiles } from "../../src/base/file-set.ts";
import type { Format } from "../../src/formats/format.ts";
import { formatSuite } from "../conformance/format-suite.ts";

// Inside the repository, so that packages are found.
mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/.recipe-"));
after(() => rmSync(folder, { recursive: true }));

describe("the format of docs/recipes/format.md keeps the contract", async () => {
  const files = writeFiles(readFileSync(join(root, "docs/recipes/format.md"), "utf8"));
  assert.deepEqual(files, ["records.ts", "samples.ts", "checklist.ts"]);
  const module: { default: Format } = await import(
    pathToFileURL(join(folder, "checklist.ts")).href
  );
  const format = module.default;
  assert(format.samples.length > 0);
  for (const sample of format.samples) {
    for (const { name, run } of formatSuite) {
      // It is not in the registry, so detection cannot find it.
      if (!name.startsWith("is detected")) test(name, () => run(format, sample));
    }
    test("detect() knows it", async () => {
      assert.equal((await format.detect(memoryFiles(sample.files))).match, true);
      assert.equal((await format.detect(memoryFiles({ "a.txt": "" }))).match, false);
    });
  }
});

test("CONTRIBUTING.md names only files and folders that exist", () => {
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const named = [...page.matchAll(/`((?:src|test|scripts|docs)\/[^`<>…* ]+)`/g)].map(
    ([, path = ""]) => path,
  );
  assert(named.length > 30, `only ${named.length} paths were found`);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

/** Writes the files that a page shows, with imports that lead back to `src/`. */
function writeFiles(page: string): string[] {
  const shown = page.matchAll(/^`(src\/formats\/checklist\/\S+)`\n\n```ts\n([\s\S]*?)^```$/gm);
  return [...shown].map(([, path = "", code = ""]) => {
    const source = pathToFileURL(join(root, "src")).href;
    const linked = code
      .replaceAll('from "../../', `from "${source}/`)
      .replaceAll('from "../', `from "${source}/formats/`);
    writeFileSync(join(folder, basename(path)), linked);
    return basename(path);
  });
}
