import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { loadOperation, type OperationName } from "../../src/operations/registry.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf, ocfKit, workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
writeFiles(path.join(cwd, "wc"), workingContext);
writeFiles(path.join(cwd, "kit"), ocfKit);
writeFiles(path.join(cwd, "ocf"), ocf);
writeFiles(path.join(cwd, "broken"), { ...ocf, "snapshot.json": "{" });

/** Bundles of every format, as folders or as their one file. */
const samples = new Map<string, string>();
for (const name of formatNames) {
  const [sample] = (await loadFormat(name)).samples;
  assert.ok(sample);
  writeFiles(path.join(cwd, "samples", name), sample.files);
  const [only, second] = Object.keys(sample.files);
  samples.set(name, path.join("samples", name, second === undefined ? (only ?? "") : ""));
}

const findingKeys = ["severity", "code", "file", "pointer", "line", "message"];

test("verify --json has exactly the keys that other programs rely on", () => {
  const { code, json } = holdallJson(["verify", "broken"], { cwd });
  assert.equal(code, 1);
  const keys = Object.keys(json);
  for (const key of ["ok", "format", "profile", "findings"]) assert.ok(keys.includes(key), key);
  assert.deepEqual([json.ok, json.format, json.profile], [false, "ocf", "strict"]);
  for (const finding of json.findings as Record<string, unknown>[]) {
    const optional = Object.keys(finding).filter((key) => !findingKeys.includes(key));
    assert.deepEqual(Object.keys(finding).slice(0, findingKeys.length), findingKeys);
    assert.ok(optional.every((key) => key === "details"));
  }
  const { json: good } = holdallJson(["verify", "wc", "--profile", "lenient"], { cwd });
  assert.deepEqual(
    [good.ok, good.format, good.profile, good.findings],
    [true, "working-context", "lenient", []],
  );
});

test("what every verb prints as JSON is what its schema says", async () => {
  const runs: Readonly<Record<string, readonly string[]>> = {
    inspect: ["wc"],
    verify: ["ocf"],
    diff: ["wc", "ocf"],
    convert: ["wc", "--to", "ocf", "--out", "shape.ocf"],
    pack: ["wc", "--out", "shape.tar.gz"],
    unpack: ["shape.tar.gz", "--out", "shape"],
    formats: [],
    schema: ["ocf", "snapshot"],
    conformance: ["--format", "ocf-kit"],
    tour: [],
  };
  for (const [name, args] of Object.entries(runs)) {
    const operation = await loadOperation(name as OperationName);
    const { json } = holdallJson([name, ...args], { cwd });
    const { output } = operation;
    const schema =
      typeof output === "function"
        ? (output as () => { parse(value: unknown): unknown })()
        : output;
    assert.deepEqual(schema.parse(json), json, name);
  }
});

for (const [name, bundle] of samples) {
  test(`inspect and verify say what a ${name} is`, () => {
    const { code, json } = holdallJson(["verify", bundle], { cwd });
    assert.deepEqual([code, json.ok, json.format], [0, true, name]);
    const inspected = holdallJson(["inspect", bundle, "--markdown"], { cwd });
    assert.equal(inspected.json.format, name);
    assert.ok((inspected.json.facts as unknown[]).length > 0);
    assert.match(String(inspected.json.markdown), /^#|^<!--/m);
    assert.match(holdall(["inspect", bundle], { cwd }).stdout, new RegExp(name));
    assert.match(holdall(["verify", bundle], { cwd }).stdout, /^Valid /m);
  });
}

for (const [name, bundle] of samples) {
  if (path.extname(bundle) === ".json") continue;
  test(`a ${name} is packed, told from its archive, unpacked and the same again`, () => {
    const archive = `${name}.tar.gz`;
    const packed = holdallJson(["pack", bundle, "--out", archive], { cwd });
    assert.deepEqual([packed.code, packed.json.format], [0, name], packed.stdout);
    const { json } = holdallJson(["verify", archive], { cwd });
    assert.deepEqual([json.ok, json.format], [true, name]);
    assert.ok(Number(json.summed) > 0);
    assert.equal(holdall(["unpack", archive, "--out", `${name}-again`], { cwd }).code, 0);
    assert.equal(holdall(["diff", bundle, `${name}-again`], { cwd }).code, 0);
    assert.equal(holdall(["diff", archive, bundle], { cwd }).code, 0);
    const again = path.join(cwd, `${name}-again`);
    execFileSync("sha256sum", ["--quiet", "-c", "SHA256SUMS"], { cwd: again });
  });
}

test("an archive depends on content alone", () => {
  const copy = path.join(cwd, "copy");
  for (const file of Object.keys(ocf).reverse()) writeFiles(copy, { [file]: String(ocf[file]) });
  fs.utimesSync(path.join(copy, "manifest.json"), 1, 1);
  fs.chmodSync(path.join(copy, "schema.json"), 0o600);
  for (const folder of ["ocf", "copy"]) {
    const env = { TZ: folder === "copy" ? "Asia/Tokyo" : "UTC", LC_ALL: "C" };
    assert.equal(holdall(["pack", folder, "--out", `${folder}-same.tar.gz`], { cwd, env }).code, 0);
  }
  const [one, two] = ["ocf", "copy"].map((folder) =>
    fs.readFileSync(path.join(cwd, `${folder}-same.tar.gz`)),
  );
  assert.ok(one && two?.equals(one));
});

test("diff is 1 when something differs, and says where", () => {
  writeFiles(path.join(cwd, "changed"), {
    ...ocf,
    "snapshot.json": String(ocf["snapshot.json"]).replace("0.9", "0.8"),
  });
  const { code, json } = holdallJson(["diff", "ocf", "changed"], { cwd });
  assert.equal(code, 1);
  assert.deepEqual([json.same, json.count], [false, 1]);
  const [change] = json.changes as Record<string, unknown>[];
  assert.deepEqual([change?.file, change?.where], ["snapshot.json", "/entries/a/score"]);
  assert.equal(holdall(["diff", "ocf", "ocf"], { cwd }).code, 0);
});

test("a state converts to every format that holds one, and back to the same", () => {
  for (const to of ["ocf", "ocf-kit"]) {
    assert.equal(holdall(["convert", "wc", "--to", to, "--out", `wc-${to}`], { cwd }).code, 0);
    assert.equal(holdallJson(["verify", `wc-${to}`], { cwd }).json.format, to);
    const back = holdall(
      ["convert", `wc-${to}`, "--to", "working-context", "--out", `wc-${to}-wc`],
      { cwd },
    );
    assert.equal(back.code, 0, back.stderr);
    assert.equal(holdall(["diff", "wc", `wc-${to}-wc`], { cwd }).code, 0);
  }
});

test("an unknown key of an OCF entry is written back by a conversion there and back", () => {
  const odd = String(ocf["snapshot.json"]).replace('"tokens": 4', '"tokens": 4, "mood": 1.50');
  writeFiles(path.join(cwd, "odd"), { ...ocf, "snapshot.json": odd });
  for (const [from, to, out] of [
    ["odd", "working-context", "odd-wc"],
    ["odd-wc", "ocf", "odd-home"],
    ["odd", "ocf", "odd-copy"],
  ] as const) {
    const { code, stderr } = holdall(["convert", from, "--to", to, "--out", out], { cwd });
    assert.equal(code, 0, stderr);
  }
  for (const home of ["odd-home", "odd-copy"]) {
    assert.equal(holdall(["diff", "odd", home], { cwd }).code, 0);
    assert.match(fs.readFileSync(path.join(cwd, home, "snapshot.json"), "utf8"), /"mood": 1\.50/);
  }
});

test("convert reports what it lost, and --max-loss refuses it", () => {
  const { json } = holdallJson(["convert", "ocf", "--to", "ocf-kit", "--out", "lossy"], { cwd });
  const loss = json.loss as Record<string, unknown>;
  assert.deepEqual(Object.keys(loss), ["kept", "changed", "summarised", "dropped", "items"]);
  assert.ok(Number(loss.changed) > 0);
  const refused = holdallJson(
    ["convert", "ocf", "--to", "ocf-kit", "--out", "none", "--max-loss", "none"],
    { cwd },
  );
  assert.deepEqual([refused.code, (refused.json.error as { code: string }).code], [1, "E_LOSS"]);
  assert.ok(!fs.existsSync(path.join(cwd, "none")));
});

test("a conversion without a meaning says why not", async () => {
  for (const [from, to] of [
    ["wc", "task-bundle"],
    [samples.get("task-bundle"), "ocf"],
    [samples.get("ai-context"), "ocf"],
  ]) {
    const { code, json } = holdallJson(
      ["convert", String(from), "--to", String(to), "--out", "never"],
      { cwd },
    );
    assert.deepEqual([code, (json.error as { code: string }).code], [1, "E_CONVERT"]);
  }
});

test("--as reads as another format, and other programs' words are understood", () => {
  assert.equal(holdallJson(["verify", "wc", "--as", "ocf"], { cwd }).code, 1);
  assert.equal(
    holdallJson(["verify", "wc", "--format", "bundle"], { cwd }).json.format,
    "working-context",
  );
  const aliased = holdall(["convert", "wc", "--format", "kit", "--output", "aliased"], { cwd });
  assert.equal(aliased.code, 0, aliased.stderr);
});

test("formats and schema answer for every format", () => {
  const { json } = holdallJson(["formats"], { cwd });
  assert.deepEqual(
    (json.formats as { name: string }[]).map(({ name }) => name),
    formatNames,
  );
  const { stdout } = holdall(["schema", "ocf", "snapshot"], { cwd });
  assert.match(stdout, /draft\/2020-12/);
});

test("conformance passes for ourselves and fails for a checker that believes everything", () => {
  const own = holdallJson(["conformance"], { cwd });
  assert.deepEqual([own.code, own.json.failed], [0, 0]);
  assert.ok(Number(own.json.passed) > 100);
  const gullible = holdallJson(
    ["conformance", "--format", "ocf-kit", "--command", "true {bundle}"],
    { cwd },
  );
  assert.equal(gullible.code, 1);
});

test("conformance says at once that a checker cannot be started", () => {
  const missing = holdallJson(["conformance", "--command", "no-such-program {bundle}"], { cwd });
  assert.deepEqual(
    [missing.code, (missing.json.error as { code: string }).code],
    [4, "E_NOT_FOUND"],
  );
});
