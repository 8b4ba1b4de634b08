import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../src/base/findings.ts";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { otherUser } from "../support/other-user.ts";
import { holdallJson as startedHoldallJson } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
let count = 0;

function bundleWith(change: (folder: string) => void, files = ocf): string {
  const folder = writeFiles(path.join(cwd, `bundle-${++count}`), files);
  change(folder);
  return folder;
}

function createPipe(file: string): string {
  fs.rmSync(file, { force: true });
  execFileSync("mkfifo", [file]);
  return file;
}

function errorsOf(json: Record<string, unknown>): string[] {
  const findings = json.findings as Finding[];
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ code, file }) => `${code} ${file}`);
}

test("an empty folder is no bundle", () => {
  const folder = fs.mkdtempSync(path.join(cwd, "empty-"));
  const { code, json } = holdallJson(["verify", folder]);
  assert.deepEqual(
    [code, json.ok, json.format, errorsOf(json)],
    [1, false, null, ["E_FORMAT null"]],
  );
});

test("an empty file and a file of noise are no bundles", () => {
  for (const content of ["", "\0\u0001\u0002", "hello", "[]", "{}", "null", "\u001f\u008b"]) {
    const file = path.join(cwd, `file-${++count}.json`);
    fs.writeFileSync(file, content, "latin1");
    const { code, json } = holdallJson(["inspect", file]);
    assert.equal(code, 1, JSON.stringify(content));
    assert.equal(json.ok, false);
  }
});

test("a path that does not exist is E_NOT_FOUND for every verb that reads", () => {
  const nowhere = path.join(cwd, "nowhere");
  const there = bundleWith(() => {});
  const verbs = [
    ["inspect", nowhere],
    ["verify", nowhere],
    ["diff", there, nowhere],
    ["convert", nowhere, "--to", "ocf", "--out", "x"],
    ["pack", nowhere, "--out", "x"],
    ["unpack", nowhere, "--out", "x"],
    ["sign", nowhere, "--key", nowhere],
    ["sign", there, "--key", nowhere],
    ["seal", nowhere, "--to", "age1x", "--out", "x"],
    ["open", nowhere, "--identity", nowhere, "--out", "x"],
    ["verify", there, "--signers", nowhere],
    ["verify", path.join(there, "manifest.json", "below")],
  ];
  for (const args of verbs) {
    const { code, json } = holdallJson(args, { cwd });
    const { code: error } = json.error as { code: string };
    assert.equal(code, 4, `${args.join(" ")}: ${error}`);
    assert.ok(["E_NOT_FOUND", "E_IO"].includes(error), args.join(" "));
  }
});

test("a name that no file can have is refused as if there were none", () => {
  for (const name of ["x".repeat(5000), "a\u0000b".replace("\u0000", "%00"), "ü".repeat(200)]) {
    assert.equal(holdall(["verify", name], { cwd }).code, 4);
  }
});

test("a pipe given as a path does not hang", () => {
  const pipe = createPipe(path.join(cwd, "pipe"));
  const there = bundleWith(() => {});
  for (const args of [
    ["inspect", pipe],
    ["verify", pipe],
    ["diff", there, pipe],
    ["convert", pipe, "--to", "ocf", "--out", "x"],
    ["pack", pipe, "--out", "x"],
    ["unpack", pipe, "--out", "x"],
    ["seal", pipe, "--to", "age1x", "--out", "x"],
    ["open", pipe, "--identity", pipe, "--out", "x"],
    ["sign", there, "--key", pipe],
    ["verify", there, "--signers", pipe],
    ["pack", there, "--out", pipe, "--force"],
  ]) {
    const { code, json } = holdallJson(args, { cwd });
    assert.equal(code, 3, args.join(" "));
    const { code: error } = json.error as { code: string };
    assert.equal(error, args.includes("--force") ? "E_PROTECTED" : "E_LINK", args.join(" "));
  }
});

test("a folder in the place of a file is wrong usage", () => {
  const folder = bundleWith(() => {});
  const there = bundleWith(() => {});
  for (const args of [
    ["unpack", folder, "--out", "x"],
    ["open", folder, "--identity", folder, "--out", "x"],
    ["sign", there, "--key", folder],
    ["verify", there, "--signers", folder],
  ]) {
    const { code, json } = holdallJson(args, { cwd });
    assert.deepEqual([code, (json.error as { code: string }).code], [2, "E_USAGE"], args.join(" "));
  }
});

test("a file that may not be read ends every verb with exit 4", () => {
  fs.chmodSync(cwd, 0o777);
  const locked = bundleWith((folder) => fs.chmodSync(path.join(folder, "snapshot.json"), 0));
  const key = path.join(cwd, "locked-key");
  fs.writeFileSync(key, "", { mode: 0 });
  const there = bundleWith(() => {});
  for (const args of [
    ["inspect", locked],
    ["verify", locked],
    ["pack", locked, "--out", "x.tar.gz"],
    ["convert", locked, "--to", "ocf-kit", "--out", "x"],
    ["seal", locked, "--to", "age1x", "--out", "x"],
    ["sign", there, "--key", key],
    ["verify", there, "--signers", key],
    ["open", key, "--identity", key, "--out", "x"],
    ["unpack", key, "--out", "x"],
  ]) {
    const { code, stdout } = startedHoldallJson(args, { cwd, user: otherUser() });
    assert.equal(code, 4, `${args.join(" ")}: ${stdout}`);
    assert.match(stdout, /Cannot read[^:]*(?:snapshot\.json|locked-key)|snapshot\.json/, stdout);
  }
  fs.chmodSync(cwd, 0o755);
});

for (const name of formatNames) {
  test(`a pipe or a link in the place of any file of a ${name} is a finding, and nothing hangs`, async () => {
    const [sample] = (await loadFormat(name)).samples;
    assert.ok(sample);
    const outside = createPipe(path.join(cwd, `outside-${name}`));
    const names = Object.keys(sample.files);
    // One of each end: test/conformance/format-suite.ts goes through all of them in memory.
    for (const file of new Set([names[0] ?? "", names.at(-1) ?? ""])) {
      const pipe = bundleWith((folder) => createPipe(path.join(folder, file)), sample.files);
      const link = bundleWith((folder) => {
        fs.rmSync(path.join(folder, file));
        fs.symlinkSync(outside, path.join(folder, file));
      }, sample.files);
      for (const folder of [pipe, link]) {
        const { code, json } = holdallJson(["verify", folder], { cwd });
        assert.equal(code, 1, file);
        assert.ok((json.findings as Finding[]).length > 0);
      }
    }
  });
}

test("extra pipes and links are errors in strict, and are never packed", () => {
  const pipe = bundleWith((folder) => createPipe(path.join(folder, "extra")));
  const link = bundleWith((folder) => fs.symlinkSync("/etc/hostname", path.join(folder, "extra")));
  const loop = bundleWith((folder) => fs.symlinkSync(".", path.join(folder, "extra")));
  for (const folder of [pipe, link, loop]) {
    assert.deepEqual(errorsOf(holdallJson(["verify", folder]).json), ["E_LINK extra"]);
    assert.equal(holdallJson(["verify", folder, "--profile", "lenient"]).code, 0);
    const { code, json } = holdallJson(["pack", folder, "--out", "extra.tar.gz"], { cwd });
    assert.deepEqual([code, (json.error as { code: string }).code], [3, "E_LINK"]);
    assert.ok(!fs.existsSync(path.join(cwd, "extra.tar.gz")));
  }
});

test("a bundle reached through a link is read, and links in it are not followed", () => {
  const folder = bundleWith(() => {});
  fs.symlinkSync(folder, path.join(cwd, "way"));
  assert.equal(holdall(["verify", "way"], { cwd }).code, 0);
});

test("a file that may not be read is E_IO, and so is a folder that may not be entered", () => {
  fs.chmodSync(cwd, 0o755);
  const file = bundleWith((folder) => fs.chmodSync(path.join(folder, "snapshot.json"), 0));
  const trail = bundleWith((folder) => fs.chmodSync(path.join(folder, "qualify.jsonl"), 0));
  const inside = bundleWith((folder) => {
    writeFiles(path.join(folder, "notes"), { "a.txt": "x" });
    fs.chmodSync(path.join(folder, "notes"), 0);
  });
  const closed = bundleWith((folder) => fs.chmodSync(folder, 0));
  for (const folder of [file, trail, inside, closed]) {
    const { code, json, stderr } = startedHoldallJson(["verify", folder], {
      cwd,
      user: otherUser(),
    });
    assert.equal(code, 4);
    const reported = JSON.stringify([json.error, json.findings]);
    assert.match(reported, /E_IO/, reported);
    assert.doesNotMatch(reported + stderr, /E_INTERNAL|Internal error/);
    assert.equal(json.ok, false);
  }
  const archive = path.join(cwd, "locked.tar.gz");
  fs.writeFileSync(archive, "\u001f\u008b", { mode: 0, encoding: "latin1" });
  const { code, json } = startedHoldallJson(["verify", archive], { cwd, user: otherUser() });
  assert.deepEqual([code, (json.error as { code: string }).code], [4, "E_IO"]);
  for (const folder of [inside, closed]) {
    fs.chmodSync(folder, 0o755);
    fs.rmSync(path.join(folder, "notes"), { recursive: true, force: true });
  }
});

test("reading verbs change nothing", () => {
  const folder = bundleWith(() => {}, { ...workingContext, SHA256SUMS: "" });
  const before = picture(cwd);
  for (const verb of [
    ["verify", folder],
    ["inspect", folder],
    ["diff", folder, folder],
  ]) {
    holdall(verb, { cwd });
  }
  assert.deepEqual(picture(cwd), before);
});
