import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../../src/base/findings.ts";
import { hostileBundles } from "../../../src/testing/hostile/bundles.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { holdall, holdallJson } from "../../support/warm-program.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/task-bundle");
const examples = ["hello-world-bundle", "hello-world-bundle-claude"];
const cwd = makeScratch();
for (const name of examples) {
  fs.cpSync(path.join(fixtures, name), path.join(cwd, name), { recursive: true });
}
const [example = ""] = examples;

/** A copy of an example with something done to it. */
function copyWith(name: string, change: (folder: string) => void): string {
  fs.cpSync(path.join(cwd, example), path.join(cwd, name), { recursive: true });
  change(path.join(cwd, name));
  return name;
}

function codes(bundle: string, ...options: readonly string[]): [number | null, string[]] {
  const { code, json } = holdallJson(["verify", bundle, ...options], { cwd });
  return [code, (json.findings as Finding[]).map((finding) => finding.code)];
}

for (const name of examples) {
  test(`1, 27: ${name} from upstream is valid, with every recorded hash`, () => {
    const { code, json } = holdallJson(["verify", name], { cwd });
    const errors = (json.findings as Finding[]).filter(({ severity }) => severity === "error");
    assert.deepEqual([code, json.ok, json.format, errors], [0, true, "task-bundle", []]);
  });
}

test("28: all findings come in one run, in the same order every time", () => {
  const name = copyWith("faulty", (folder) => {
    fs.appendFileSync(path.join(folder, "task.md"), "!");
    fs.appendFileSync(path.join(folder, "events.jsonl"), "{}\n");
    fs.rmSync(path.join(folder, "workspace/files/src/greet.ts"));
    fs.writeFileSync(path.join(folder, "extra.txt"), "x");
  });
  const [code, first] = codes(name);
  assert.equal(code, 1);
  for (const expected of ["E_DIGEST", "E_SHAPE", "E_MISSING_FILE", "W_EXTRA_FILE"]) {
    assert.ok(first.includes(expected), `${expected} in ${first}`);
  }
  assert.deepEqual(codes(name), [code, first]);
});

test("29: every hostile bundle is judged as expected from its archive too", () => {
  const chosen = hostileBundles.filter((_, index) => index % 8 === 0);
  for (const { name, verdict, files, links } of chosen) {
    if (Object.keys(links).length > 0) continue;
    const folder = `hostile-${name}`;
    writeFiles(path.join(cwd, folder), files);
    const packed = holdallJson(["pack", folder, "--out", `${folder}.tar.gz`], { cwd });
    if (verdict !== "invalid") assert.equal(packed.code, 0, name);
    if (packed.code === 0)
      assert.equal(codes(`${folder}.tar.gz`)[0], verdict === "invalid" ? 1 : 0, name);
    else assert.ok(!fs.existsSync(path.join(cwd, `${folder}.tar.gz`)), name);
  }
});

test("30: one changed byte in any file is found at full, and by every verb that would pass it on", () => {
  for (const file of ["task.md", "workspace/files/src/greet.ts"]) {
    const name = copyWith(`changed-${path.basename(file)}`, (folder) => {
      const bytes = fs.readFileSync(path.join(folder, file));
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      fs.writeFileSync(path.join(folder, file), bytes);
    });
    const [code, found] = codes(name);
    assert.equal(code, 1, file);
    assert.ok(found.includes("E_DIGEST"), file);
    assert.equal(
      holdall(["convert", name, "--to", "context-bundle", "--out", `${name}-out`], { cwd }).code,
      1,
    );
  }
});

test("48: the same bundle gives the same archive, whatever its times and folder", () => {
  const copy = copyWith("elsewhere", (folder) => {
    for (const file of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, file), 7, 7);
  });
  for (const name of [example, copy]) holdall(["pack", name, "--out", `${name}.tar.gz`], { cwd });
  const [one, two] = [example, copy].map((name) =>
    fs.readFileSync(path.join(cwd, `${name}.tar.gz`)),
  );
  assert.ok(one && two?.equals(one));
});

test("49: folders with odd names are packed and unpacked", () => {
  for (const odd of ["-dash", "a:b\nnew line"]) {
    copyWith(odd, () => {});
    const archive = `odd-${odd.length}.tar.gz`;
    const packed = holdall(["pack", "--out", archive, "--", odd], { cwd });
    assert.equal(packed.code, 0, packed.stderr);
    assert.equal(codes(archive)[0], 0);
  }
});

test("51: an unpacked bundle is checked, its path is told, and an existing one stays", () => {
  holdall(["pack", example, "--out", "told.tar.gz"], { cwd });
  const { code, stdout } = holdall(["unpack", "told.tar.gz", "--out", "told"], { cwd });
  assert.equal(code, 0);
  assert.match(stdout, /^Unpacked task-bundle: told /);
  assert.equal(holdall(["unpack", "told.tar.gz", "--out", "told"], { cwd }).code, 3);
});

test("52: 10,000 files packed and unpacked are the same", () => {
  const captured = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [
      `workspace/files/d${n % 100}/f${n}.txt`,
      `file ${n}\n`,
    ]),
  );
  const name = copyWith("many", (folder) => {
    const index = JSON.parse(fs.readFileSync(path.join(folder, "bundle.json"), "utf8"));
    delete index.artifacts.workspaceManifest;
    delete index.artifactInfo.workspaceManifest;
    fs.writeFileSync(path.join(folder, "bundle.json"), JSON.stringify(index));
    fs.rmSync(path.join(folder, "workspace"), { recursive: true });
    writeFiles(folder, captured);
  });
  assert.equal(holdall(["pack", name, "--out", "many.tar.gz"], { cwd }).code, 0);
  assert.equal(holdall(["unpack", "many.tar.gz", "--out", "many-again"], { cwd }).code, 0);
  const { code, json } = holdallJson(["diff", name, "many-again"], { cwd });
  assert.deepEqual([code, json.same], [0, true]);
});

test("53: what is not a bundle is not archived, and no file is left", () => {
  writeFiles(path.join(cwd, "just-a-folder"), { "readme.txt": "hello" });
  assert.equal(holdall(["pack", "just-a-folder", "--out", "never.tar.gz"], { cwd }).code, 1);
  assert.deepEqual(
    fs.readdirSync(cwd).filter((name) => name.includes("never")),
    [],
  );
});

test("8: -o is --out where the original has it", () => {
  assert.equal(holdall(["task", "init", "-o", "short-start"], { cwd }).code, 0);
  assert.equal(holdall(["task", "archive", example, "-o", "short.zip"], { cwd }).code, 0);
  assert.equal(holdall(["task", "extract", "short.zip", "-o", "short"], { cwd }).code, 0);
  assert.equal(holdall(["task", "validate", "short"], { cwd }).code, 0);
});
