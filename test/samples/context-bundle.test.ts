import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { type FileSet, memoryFiles } from "../../src/base/file-set.ts";
import { createFindings } from "../../src/base/findings.ts";
import { sha256 } from "../../src/base/hash.ts";
import contextBundle from "../../src/formats/context-bundle/context-bundle.ts";
import { limitsByFormat } from "../../src/formats/limits.ts";
import { serialiseDocument } from "../../src/model/serialise-document.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";
const derived = path.join(samples ?? "", "derived");

async function read(files: FileSet) {
  const findings = createFindings();
  const limits = limitsByFormat["context-bundle"];
  const model = await contextBundle.read(files, { limits, findings, level: "full" });
  return { model, findings: findings.list() };
}

test("serialiseDocument() writes every recorded bundle byte for byte", { skip }, async (t) => {
  const file = path.join(derived, "hierarchical_summaries_v1.expected.json");
  const expected = JSON.parse(fs.readFileSync(file, "utf8"));
  const { original, ours } = expected.anchor_m8;
  const vectors: readonly { readonly bundle_json: string; readonly sha256?: string }[] = [
    ...expected.cases,
    { bundle_json: original },
    { bundle_json: ours },
  ];
  for (const vector of vectors) {
    const { model, findings } = await read(memoryFiles({ "bundle.json": vector.bundle_json }));
    assert.deepEqual(findings, []);
    assert.ok(model);
    const bytes = serialiseDocument(model.document);
    assert.equal(Buffer.from(bytes).toString(), vector.bundle_json);
    assert.equal(sha256(bytes), vector.sha256 ?? sha256(vector.bundle_json));
  }
  t.diagnostic(`${vectors.length} bundles read`);
});

test("serialiseDocument() writes every recorded summary byte for byte", { skip }, async (t) => {
  const folder = path.join(derived, "workspace/.rip/artifacts/blobs");
  const names = fs.readdirSync(folder);
  assert.ok(names.length > 0);
  for (const name of names) {
    const bytes = fs.readFileSync(path.join(folder, name));
    const { model, findings } = await read(memoryFiles({ [name]: bytes }));
    assert.deepEqual(findings, []);
    assert.ok(model);
    assert.deepEqual(Buffer.from(serialiseDocument(model.document)), bytes);
  }
  t.diagnostic(`${names.length} files read`);
});

test("read() takes the example of the format's description", { skip }, async (t) => {
  const folder = path.join(samples ?? "", "../seeds");
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  let count = 0;
  for (const name of names) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    for (const [, json = ""] of text.matchAll(/^```json\n(\{\s*"schema": "rip\..*?)^```/gms)) {
      count++;
      const { findings } = await read(memoryFiles({ "example.json": json }));
      assert.deepEqual(findings, []);
    }
  }
  t.diagnostic(`${count} examples read in ${names.length} files`);
});
