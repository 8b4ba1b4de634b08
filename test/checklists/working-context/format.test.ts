import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { memoryFiles, treeFiles } from "../../../src/base/file-set.ts";
import { canonicalJson } from "../../../src/base/json/canonical.ts";
import { loadFormat } from "../../../src/formats/registry.ts";
import type { StateModel } from "../../../src/formats/state-model.ts";
import { check, edit, type Files, stateOf } from "../../support/check.ts";
import { ocf, ocfKit, workingContext } from "../../support/state-bundles.ts";
import { convertTo, meaningOf, readState, stateFormats } from "../../support/states.ts";

const [wcFormat, kitFormat, ocfFormat] = await Promise.all(
  (["working-context", "ocf-kit", "ocf"] as const).map(loadFormat),
);
assert.ok(wcFormat && kitFormat && ocfFormat);

test("an object snapshot is working-context, a list a kit, ocf_version OCF", async () => {
  assert.equal((await check(workingContext)).format, "working-context");
  assert.equal((await check(ocfKit)).format, "ocf-kit");
  assert.equal((await check(ocf)).format, "ocf");
});

test("a stray schema.json leaves a working context what it is, with a warning", async () => {
  for (const files of [workingContext, ocfKit]) {
    const { format, errors, warnings } = await check({ ...files, "schema.json": "{}" });
    assert.notEqual(format, "ocf");
    assert.deepEqual(errors, []);
    assert.deepEqual(warnings, ["W_STRAY_FILE"]);
  }
});

test("both identity keys, none, another format and a list instead of an object", async () => {
  const manifests: [string, string][] = [
    ['{"format":"artesian.working-context","ocf_version":"0.1","version":"0.1"}', "E_AMBIGUOUS"],
    ['{"version":"0.1"}', "E_FORMAT"],
    ['{"format":"someone.else","version":"0.1"}', "E_FORMAT"],
    ["[]", "E_SHAPE"],
    ["7", "E_SHAPE"],
  ];
  for (const [manifest, code] of manifests) {
    const { format, errors } = await check({ ...workingContext, "manifest.json": manifest });
    assert.equal(format, null);
    assert.deepEqual(errors, [code], manifest);
  }
});

test("one entry of 7 tokens with one trail line loads and round-trips", async () => {
  const source = await readState(wcFormat, memoryFiles(workingContext));
  const again = await rewritten(source.model);
  for (const file of ["manifest.json", "snapshot.json"]) {
    const before = canonicalJson(JSON.parse(String(workingContext[file])));
    assert.equal(canonicalJson(JSON.parse(again.texts[file] ?? "")), before);
  }
  assert.equal(again.texts["lifecycle.jsonl"], workingContext["lifecycle.jsonl"]);
});

/** A model written without the bytes it was read from, so that the writer has to say everything. */
async function rewritten(model: StateModel, format = wcFormat) {
  assert.ok(format);
  const tree = format.write({ ...model, originals: new Map() });
  const texts: Record<string, string> = {};
  for (const [file, content] of tree) {
    const chunks =
      content instanceof Uint8Array ? [content] : await Array.fromAsync(content.read());
    texts[file] = Buffer.concat(chunks).toString();
  }
  return { texts, reading: await readState(format, treeFiles(tree), "lenient") };
}

const items = { "working-context": 5, ocf: 6, "ocf-kit": 7 } as Readonly<Record<string, number>>;

for (const format of stateFormats) {
  for (const sample of format.samples) {
    test(`${items[format.name]}: ${format.name} "${sample.name}" is written and read back equal`, async () => {
      const { model } = await readState(format, memoryFiles(sample.files));
      const first = await rewritten(model, format);
      const normal = await readState(format, treeFiles(format.write(model)));
      assert.deepEqual(await meaningOf(first.reading.model), await meaningOf(normal.model));
    });
  }
}

test("times of nanoseconds and spellings of numbers are written as they were read", async () => {
  const numbers = '"x-numbers": [7.0, 1e3, 12345678901234567890, -0, 0.10, 1E+2]';
  const files = edit(
    edit(workingContext, "snapshot.json", '"score": 1.0', `"score": 1.0, ${numbers}`),
    "manifest.json",
    "09:00:00Z",
    "09:00:00.123456789+05:30",
  );
  const { texts } = await rewritten(stateOf(await check(files)));
  assert.match(texts["manifest.json"] ?? "", /"2026-03-01T09:00:00\.123456789\+05:30"/);
  const spelled = (texts["snapshot.json"] ?? "").replaceAll(/\s+/g, "");
  assert.ok(spelled.includes('"x-numbers":[7.0,1e3,12345678901234567890,-0,0.10,1E+2]'), spelled);
  assert.ok(spelled.includes('"score":1.0'));
});

test("offsets and fractions of every time are written as they were read", async () => {
  const plain = "2026-03-01T09:00:00Z";
  const odd = "2026-03-01T11:00:00.000000001+02:00";
  const count = (text: string | undefined) => (text ?? "").split(odd).length - 1;
  for (const [files, format] of [
    [workingContext, wcFormat],
    [ocfKit, kitFormat],
    [ocf, ocfFormat],
  ] as const) {
    const changed = Object.fromEntries(
      Object.entries(files).map(([file, text]) => [file, String(text).replaceAll(plain, odd)]),
    );
    const { texts } = await rewritten(stateOf(await check(changed)), format);
    for (const [file, text] of Object.entries(changed)) {
      assert.equal(count(texts[file]), count(text), `${format?.name} ${file}`);
    }
    assert.ok(Object.values(changed).some((text) => count(text) > 0));
  }
});

test("a kit accepts both spellings of a tier and writes the short one", async () => {
  for (const tier of ["l0-raw", "L1-Atom", "l2-SCENARIO", "l3-project", "l2", "L3"]) {
    const files = edit(ocfKit, "snapshot.json", '"L2"', JSON.stringify(tier));
    const { texts } = await rewritten(stateOf(await check(files)), kitFormat);
    assert.match(texts["snapshot.json"] ?? "", new RegExp(`"tier": "L${tier[1]}"`));
    assert.doesNotMatch(texts["snapshot.json"] ?? "", /-(?:raw|atom|scenario|project)"/i);
  }
});

const schemas = path.join(import.meta.dirname, "../../fixtures/ocf/schema");

function upstreamSchema(record: string) {
  const text = fs.readFileSync(path.join(schemas, `${record}.schema.json`), "utf8");
  return new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text));
}

test("what our converter writes as OCF passes the four upstream schemas and the invariants", async () => {
  for (const from of stateFormats.filter((format) => format.name !== "ocf")) {
    for (const sample of from.samples) {
      const source = await readState(from, memoryFiles(sample.files));
      const { conversion, model } = await convertTo(source, ocfFormat);
      assert.deepEqual((await check(treeFiles(conversion.tree))).errors, []);
      const snapshot = { ...model.documents["snapshot.json"], entries: model.records };
      const documents: Record<string, unknown> = { ...model.documents, "snapshot.json": snapshot };
      for (const record of ["manifest", "schema", "snapshot"]) {
        const validate = upstreamSchema(record);
        assert.ok(validate(documents[`${record}.json`]), JSON.stringify(validate.errors));
      }
      const validate = upstreamSchema("qualify");
      for await (const { value } of model.trail.lines()) {
        assert.ok(validate(value), JSON.stringify(validate.errors));
      }
    }
  }
});

test("OCF without eviction, saturation, session parts and trail is accepted", async () => {
  const { "qualify.jsonl": _trail, ...rest } = ocf;
  let files: Files = edit(rest, "schema.json", /,\s*"eviction": "lowest-score"/, "");
  files = edit(files, "snapshot.json", /\s*"saturation": 0.1,/, "");
  files = edit(files, "manifest.json", '"inline"', '"inline", "session": { "user_id": "mira" }');
  assert.deepEqual((await check(files)).findings, []);
});

test("versions of the same major pass, a newer minor with a warning, others not", async () => {
  const kinds: [Files, string, string][] = [
    [workingContext, "manifest.json", '"version": "0.1"'],
    [ocfKit, "manifest.json", '"version": "0.1"'],
    [ocf, "manifest.json", '"ocf_version": "0.1"'],
    [ocf, "schema.json", '"ocf_version": "0.1"'],
  ];
  for (const [files, file, now] of kinds) {
    const withVersion = (version: string) =>
      check(edit(files, file, now, now.replace(/"0\.1"/, JSON.stringify(version))));
    const newer = await withVersion("0.9");
    assert.deepEqual(newer.errors, []);
    assert.deepEqual(newer.warnings, ["W_NEWER_MINOR"]);
    for (const version of ["1.0", "", "abc", "0", "0.x", " 0.1", "00.1"]) {
      assert.deepEqual((await withVersion(version)).errors, ["E_VERSION"], `"${version}"`);
    }
  }
  const both = edit(ocf, "manifest.json", '"0.1"', '"0.2"');
  assert.deepEqual((await check(edit(both, "schema.json", '"0.1"', '"0.2"'))).findings, []);
});

test("an unknown key of an OCF entry is refused in strict and kept in lenient", async () => {
  const files = edit(ocf, "snapshot.json", '"tokens": 4', '"tokens": 4, "mood": { "calm": 1.50 }');
  const strict = await check(files);
  assert.deepEqual(strict.errors, ["E_UNKNOWN_KEY"]);
  assert.equal(strict.find("E_UNKNOWN_KEY")?.pointer, "/entries/0/mood");
  const lenient = await check(files, "lenient");
  assert.deepEqual([lenient.errors, lenient.warnings], [[], ["W_UNKNOWN_KEY"]]);
  const { texts } = await rewritten(stateOf(lenient), ocfFormat);
  assert.match(texts["snapshot.json"] ?? "", /"mood": \{\s*"calm": 1\.50\s*\}/);
});

test("working-context to OCF and back, and OCF to working-context and back, keep everything", async () => {
  const long = '"tokens": 7, "x-odd": [1.0, 1e2, 98765432109876543210], "__proto__": { "a": 1 }';
  const wc = edit(workingContext, "snapshot.json", '"tokens": 7', long);
  await keepsAll(wcFormat, wc, ocfFormat);
  await keepsAll(
    ocfFormat,
    edit(ocf, "snapshot.json", '"tokens": 4', '"tokens": 4, "y": 2.0'),
    wcFormat,
  );
});

async function keepsAll(from: typeof wcFormat, files: Files, to: typeof wcFormat): Promise<void> {
  assert.ok(from && to);
  const source = await readState(from, memoryFiles(files), "lenient");
  const home = await convertTo(await convertTo(source, to, "lenient"), from, "lenient");
  assert.deepEqual(await meaningOf(home.model), await meaningOf(source.model));
  const spelled = (text: string) => text.replaceAll(/\s+/g, "");
  const { texts } = await rewritten(home.model, from);
  for (const number of spelled(String(files["snapshot.json"])).match(/\d[\d.e]+/g) ?? []) {
    assert.ok(spelled(texts["snapshot.json"] ?? "").includes(number), number);
  }
}
