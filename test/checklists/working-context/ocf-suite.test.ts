import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderFiles } from "../../../src/disk/folder.ts";
import { check, type Files } from "../../support/check.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/ocf");

const accepted = [
  "examples/minimal.ocf",
  "conformance/valid/aging.ocf",
  "conformance/valid/handoff.ocf",
  "conformance/valid/inline.ocf",
  "conformance/valid/multi-writer.ocf",
];

for (const bundle of accepted) {
  test(`${bundle} is accepted in strict`, async () => {
    const { format, errors } = await check(folderFiles(path.join(fixtures, bundle)));
    assert.equal(format, "ocf");
    assert.deepEqual(errors, []);
  });
}

/** Cases of one document, with the code and the place that we give. */
const structural: Readonly<Record<string, readonly [code: string, pointer: string]>> = {
  "manifest.missing-unit-source": ["E_SHAPE", "/unit_source"],
  "qualify.missing-admitted": ["E_JSONL_LINE", "/admitted"],
  "schema.bad-eviction": ["E_ENUM", "/eviction"],
  "schema.zero-budget": ["E_RANGE", "/budget_tokens"],
  "snapshot.additional-property": ["E_UNKNOWN_KEY", "/entries/0/extra"],
  "snapshot.bad-access-list": ["E_SHAPE", "/entries/0/access_list/0"],
  "snapshot.bad-author-id": ["E_SHAPE", "/entries/0/author_id"],
  "snapshot.bad-namespace": ["E_SHAPE", "/entries/0/namespace"],
  "snapshot.bad-resolution": ["E_ENUM", "/entries/0/resolution"],
  "snapshot.bad-version": ["E_RANGE", "/entries/0/version"],
};

/** A good bundle around the one document that a case gives. */
function around(kind: string, text: string): Files {
  const good: Record<string, string> = {
    "manifest.json":
      '{"ocf_version":"0.1","created":"2026-06-21T00:00:00Z","unit_source":"inline"}',
    "schema.json": '{"ocf_version":"0.1","slots":[{"name":"decision"}],"budget_tokens":4096}',
    "snapshot.json": '{"budget_tokens":4096,"token_count":0,"entries":[]}',
  };
  if (kind === "qualify")
    return { ...good, "qualify.jsonl": `${JSON.stringify(JSON.parse(text))}\n` };
  return { ...good, [`${kind}.json`]: text };
}

for (const [name, [code, pointer]] of Object.entries(structural)) {
  test(`structural case ${name} is refused with ${code}`, async () => {
    const folder = path.join(fixtures, "conformance/invalid/structural");
    const [kind = ""] = name.split(".");
    const checked = await check(around(kind, fs.readFileSync(`${folder}/${name}.json`, "utf8")));
    const finding = checked.find(code);
    assert.equal(finding?.severity, "error", JSON.stringify(checked.findings));
    assert.equal(finding?.pointer, pointer);
    assert.notEqual(finding?.line, null);
  });
}

const semantic: Readonly<Record<string, string>> = {
  "budget-mismatch.ocf": "E_BUDGET_MISMATCH",
  "stale-version-conflict.ocf": "E_DUP_ID",
  "token-count-mismatch.ocf": "E_TOKENS",
  "unknown-slot.ocf": "E_SLOT",
};

for (const [name, code] of Object.entries(semantic)) {
  test(`semantic case ${name} is refused with ${code} and nothing else`, async () => {
    const folder = path.join(fixtures, "conformance/invalid/semantic", name);
    const { errors } = await check(folderFiles(folder));
    assert.deepEqual(errors, [code]);
  });
}

test("every case of the suite is in the tables", () => {
  const invalid = path.join(fixtures, "conformance/invalid");
  const documents = fs.readdirSync(path.join(invalid, "structural"));
  assert.deepEqual(
    documents.filter((name) => name.endsWith(".json")).sort(),
    Object.keys(structural).map((name) => `${name}.json`),
  );
  assert.deepEqual(fs.readdirSync(path.join(invalid, "semantic")).sort(), Object.keys(semantic));
});
