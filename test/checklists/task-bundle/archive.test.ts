import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import zlib from "node:zlib";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../../support/scratch.ts";

const example = path.join(import.meta.dirname, "../../fixtures/task-bundle/hello-world-bundle");
const cwd = makeScratch();
const context = contextIn(cwd);
fs.cpSync(example, path.join(cwd, "bundle"), { recursive: true });
fs.chmodSync(path.join(cwd, "bundle/workspace/files/src/greet.ts"), 0o755);

const archive = (bundle: string, out: string, more = {}) =>
  runOperation(context, "task archive", { bundle, out, ...more });
const extract = (file: string, out: string, more = {}) =>
  runOperation(context, "task extract", { archive: file, out, ...more });

for (const end of ["tar.gz", "zip"]) {
  test(`48, 52: a .${end} has the same bytes again, and gives the same bundle`, async () => {
    await archive("bundle", `one.${end}`);
    fs.cpSync(path.join(cwd, "bundle"), path.join(cwd, `copy-${end}`), { recursive: true });
    for (const name of ["task.md", "bundle.json"]) {
      fs.utimesSync(path.join(cwd, `copy-${end}`, name), 7, 7);
    }
    await archive(`copy-${end}`, `two.${end}`);
    const bytes = (name: string) => fs.readFileSync(path.join(cwd, name));
    assert.ok(bytes(`one.${end}`).equals(bytes(`two.${end}`)));
    await extract(`one.${end}`, `from-${end}`);
    const { SHA256SUMS: _, ...files } = picture(path.join(cwd, `from-${end}`));
    assert.deepEqual(files, picture(path.join(cwd, "bundle")));
  });

  test(`51: an existing folder is kept without --force, from .${end}`, async () => {
    await archive("bundle", `kept.${end}`);
    writeFiles(path.join(cwd, `there-${end}`), { "x.txt": "x" });
    assert.equal(await codeOf(extract(`kept.${end}`, `there-${end}`)), "E_EXISTS");
    assert.equal(
      await codeOf(extract(`kept.${end}`, `there-${end}`, { force: true })),
      "E_PROTECTED",
    );
  });

  test(`53: what is no bundle is not archived as .${end}, and no file is left`, async () => {
    writeFiles(path.join(cwd, `plain-${end}`), { "x.txt": "x" });
    assert.notEqual(await codeOf(archive(`plain-${end}`, `never.${end}`)), null);
    assert.equal(fs.existsSync(path.join(cwd, `never.${end}`)), false);
  });
}

test("48: unzip reads our .zip, with its modes", {
  skip: !hasUnzip() && "not run: no unzip",
}, async () => {
  await archive("bundle", "theirs.zip");
  execFileSync("unzip", ["-q", "theirs.zip", "-d", "theirs"], { cwd });
  const top = path.join(cwd, "theirs", fs.readdirSync(path.join(cwd, "theirs"))[0] ?? "");
  assert.deepEqual(picture(top), picture(path.join(cwd, "bundle")));
});

function hasUnzip(): boolean {
  try {
    execFileSync("unzip", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A .zip with one stored member. */
function zipOf(
  name: string,
  content: string,
  { mode = 0o100644, size = content.length } = {},
): Buffer {
  const file = Buffer.from(name);
  const body = Buffer.from(content);
  const crc = zlib.crc32(body);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(file.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(body.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(file.length, 28);
  central.writeUInt32LE((mode << 16) >>> 0, 38);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + file.length, 12);
  end.writeUInt32LE(local.length + file.length + body.length, 16);
  return Buffer.concat([local, file, body, central, file, end]);
}

test("50: a hostile .zip is refused, and nothing remains", async () => {
  const cases: [string, Buffer, string][] = [
    ["escape", zipOf("../evil", "x"), "E_ARCHIVE_PATH"],
    ["absolute", zipOf("/evil", "x"), "E_ARCHIVE_PATH"],
    ["backslash", zipOf("a\\..\\evil", "x"), "E_ARCHIVE_PATH"],
    ["link", zipOf("b/link", "/etc/passwd", { mode: 0o120777 }), "E_ARCHIVE_TYPE"],
    ["git", zipOf("b/.git/config", "x"), "E_PROTECTED"],
    ["size", zipOf("b/x", "x", { size: 2 }), "E_ARCHIVE"],
    ["bomb", zipOf("b/x", "x", { size: 0xf0000000 }), "E_LIMIT"],
    ["cut", zipOf("b/x", "x").subarray(0, 60), "E_ARCHIVE"],
  ];
  for (const [name, bytes, code] of cases) {
    fs.writeFileSync(path.join(cwd, `${name}.zip`), bytes);
    assert.equal(await codeOf(extract(`${name}.zip`, `from-${name}`)), code, name);
    assert.equal(fs.existsSync(path.join(cwd, `from-${name}`)), false, name);
  }
  assert.equal(fs.existsSync(path.join(cwd, "evil")), false);
});

test("a damaged .zip is called damaged, not one without a task bundle", async () => {
  await archive("bundle", "complete.zip");
  const bytes = fs.readFileSync(path.join(cwd, "complete.zip"));
  fs.writeFileSync(path.join(cwd, "partial.zip"), bytes.subarray(0, bytes.length / 2));
  const { out } = await runOperation(context, "verify", { path: "partial.zip" });
  const findings = out.findings as readonly { readonly code: string }[];
  assert.deepEqual(
    findings.map(({ code }) => code),
    ["E_ARCHIVE"],
  );
});

test("52: a .zip is read where a bundle is, and equals the folder it was made of", async () => {
  await archive("bundle", "read.zip");
  const checked = await runOperation(context, "task validate", { bundle: "read.zip" });
  assert.deepEqual([checked.exit, checked.out.valid, checked.out.issues], [0, true, []]);
  const inspected = await runOperation(context, "task inspect", { bundle: "read.zip" });
  assert.deepEqual([inspected.out.workspaceFileCount, inspected.out.eventCount], [1, 3]);
  const both = { left: "bundle", right: "read.zip", "exit-code": true };
  assert.equal((await runOperation(context, "task compare", both)).exit, 0);
  const start = { bundle: "read.zip", out: "start" };
  await runOperation(context, "task replay prepare", start);
  assert.ok(fs.existsSync(path.join(cwd, "start/src/greet.ts")));
});

test("a .zip with a task bundle is one for the commands of every format", async () => {
  await archive("bundle", "any.zip");
  const { out } = await runOperation<{ format: string }>(context, "inspect", { path: "any.zip" });
  assert.equal(out.format, "task-bundle");
  assert.equal((await runOperation(context, "verify", { path: "any.zip" })).exit, 0);
  await runOperation(context, "unpack", { path: "any.zip", out: "any" });
  assert.deepEqual(picture(path.join(cwd, "any")), picture(path.join(cwd, "bundle")));
});

test("50: a hostile .zip that is read is a finding, and is not opened", async () => {
  for (const [bytes, code] of [
    [zipOf("../evil", "x"), "E_ARCHIVE_PATH"],
    [zipOf("b/x", "x").subarray(0, 60), "E_ARCHIVE"],
  ] as const) {
    fs.writeFileSync(path.join(cwd, "hostile.zip"), bytes);
    type Verdict = { valid: boolean; issues: { code: string }[] };
    const input = { bundle: "hostile.zip" };
    const { out } = await runOperation<Verdict>(context, "task validate", input);
    assert.deepEqual([out.valid, out.issues.map((issue) => issue.code)], [false, [code]]);
  }
  fs.writeFileSync(path.join(cwd, "other.zip"), zipOf("b/letter.txt", "x"));
  assert.equal(await codeOf(runOperation(context, "inspect", { path: "other.zip" })), "E_FORMAT");
});

test("task init writes what task pack reads, and nothing over what is there", async () => {
  const place = makeScratch();
  const here = contextIn(place);
  await runOperation(here, "task init", { title: "T", request: "R", acceptance: ["a", "b"] });
  assert.equal(await codeOf(runOperation(here, "task init")), "E_EXISTS");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
      cwd: place,
      stdio: "pipe",
    });
  git("init", "-q");
  writeFiles(place, { "x.txt": "x" });
  git("add", "x.txt");
  git("commit", "-qm", "one");
  fs.writeFileSync(path.join(place, "x.txt"), "y");
  const out = path.join(makeScratch(), "bundle");
  await runOperation(here, "task pack", {
    config: "taskbundle-starter/taskbundle.config.json",
    out,
    zip: `${out}.zip`,
  });
  const checked = await runOperation(here, "task validate", { bundle: out, replay: true });
  assert.equal(checked.exit, 0);
  assert.equal(fs.existsSync(`${out}.zip`), true);
});
