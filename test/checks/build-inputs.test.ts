import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { BUILDER, hashInputs, type Product } from "../../scripts/build/inputs.ts";
import { root } from "../../scripts/run.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();

/** Which products are built again when a file changes or is added. */
const cases: readonly (readonly [file: string, ...products: Product[]])[] = [
  ["src/base/json/parse.ts", "cli", "lib", "web"],
  ["src/base/added.ts", "cli", "lib", "web"],
  ["src/formats/table.json", "cli", "lib", "web"],
  ["src/cli/main.ts", "cli"],
  ["src/http/serve.ts", "cli"],
  ["src/web/style.css", "web"],
  ["src/app/index.html", "web"],
  ["src/app/main.tsx", "web"],
  ["bin/holdall.cjs", "cli"],
  ["scripts/build.ts", "cli", "lib", "web"],
  ["scripts/build/web.ts", "cli", "lib", "web"],
  ["scripts/run.ts", "cli", "lib", "web"],
  ["package.json", "cli", "lib", "web"],
  ["package-lock.json", "cli", "lib", "web"],
  ["node_modules/.package-lock.json", "cli", "lib", "web"],
  ["tsconfig.json", "cli", "lib", "web"],
  ["tsconfig.lib.json", "cli", "lib", "web"],
  ["src/web/tsconfig.json", "cli", "lib", "web"],
  ["src/base/json/parse.test.ts"],
  ["test/cli/help.test.ts"],
  ["scripts/docs.ts"],
  ["README.md"],
];

for (const [file, ...products] of cases) {
  test(`hashInputs() changes with ${file} for ${products.join(", ") || "nothing"}`, async () => {
    const folder = path.join(scratch, file.replaceAll("/", "-"));
    writeFiles(folder, Object.fromEntries(cases.map(([each]) => [each, "1"])));
    const before = await hashInputs(folder);
    writeFiles(folder, { [file]: "2" });
    const after = await hashInputs(folder);
    const changed = Object.keys(after).filter(
      (product) => after[product as Product] !== before[product as Product],
    );
    assert.deepEqual(changed, products);
  });
}

test("hashInputs() changes when an input gets another name", async () => {
  const one = writeFiles(path.join(scratch, "one"), { "src/a.ts": "1" });
  const other = writeFiles(path.join(scratch, "other"), { "src/b.ts": "1" });
  assert.notEqual((await hashInputs(one)).lib, (await hashInputs(other)).lib);
});

test("every script that the build imports is one of its inputs", () => {
  const scripts = [...importsOf("scripts/build.ts", new Set())];
  const unseen = scripts.filter(
    (script) => !BUILDER.some((pattern) => path.matchesGlob(script, pattern)),
  );
  assert.ok(scripts.includes("scripts/build/web.ts"));
  assert.deepEqual(unseen, []);
});

/** A script and all scripts that it imports, below the top folder. What is in `src/` is an input anyway. */
function importsOf(script: string, found: Set<string>): ReadonlySet<string> {
  found.add(script);
  const text = readFileSync(path.join(root, script), "utf8");
  for (const [, name = ""] of text.matchAll(/"(\.{1,2}\/[\w./-]+\.ts)"/g)) {
    const imported = path.join(path.dirname(script), name);
    if (!found.has(imported) && !imported.startsWith("src/")) importsOf(imported, found);
  }
  return found;
}
