import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type FileSet, memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { createFindings } from "../../src/base/findings.ts";
import { readText } from "../../src/base/read-document.ts";
import { convertBundle } from "../../src/bundles/convert/convert.ts";
import { readBundle, requireValid } from "../../src/bundles/read-bundle.ts";
import { loadFormat } from "../../src/formats/registry.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/ocf/schema");

/** The schemas of the format's own authors, by the file they describe. */
const schemas: Readonly<Record<string, ValidateFunction>> = {
  "manifest.json": load("manifest"),
  "schema.json": load("schema"),
  "snapshot.json": load("snapshot"),
  "qualify.jsonl": load("qualify"),
};

const ocf = await loadFormat("ocf");

for (const { name, files } of ocf.samples) {
  test(`the upstream schemas accept our sample "${name}"`, async () => {
    await accept(memoryFiles(files));
  });
}

for (const from of ["working-context", "ocf-kit"] as const) {
  for (const { name, files } of (await loadFormat(from)).samples) {
    test(`the upstream schemas accept what convertBundle() makes of ${from} "${name}"`, async () => {
      const source = await readBundle(memoryFiles(files), {
        as: null,
        profile: "strict",
        level: "full",
        limits: {},
        signers: null,
        now: new Date(0),
      });
      requireValid(source, "convert a sample");
      const options = { budget: null, countTokens: (text: string) => Math.ceil(text.length / 4) };
      const { tree } = await convertBundle(source, ocf, options);
      await accept(treeFiles(tree));
    });
  }
}

function load(record: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(join(FOLDER, `${record}.schema.json`), "utf8"));
  const formats = { "date-time": true } as const;
  return new Ajv2020({ strict: false, allErrors: true, formats }).compile(schema);
}

async function accept(files: FileSet): Promise<void> {
  for (const [file, validate] of Object.entries(schemas)) {
    const findings = createFindings();
    const found = await readText(files, file, { findings, maxBytes: 2 ** 20 });
    // Only the trail may be absent: a source without one gives none.
    assert(found || file === "qualify.jsonl", `${file} is absent`);
    if (!found) continue;
    const texts = file.endsWith("l") ? found.text.trimEnd().split("\n") : [found.text];
    for (const text of texts) {
      assert(validate(JSON.parse(text)), `${file}: ${JSON.stringify(validate.errors)}`);
    }
  }
}
