import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../src/base/findings.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { workingContext } from "../support/state-bundles.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson, type Ran } from "../support/warm-program.ts";

/** Names that a terminal obeys, or that a person reads as another name. */
const hidden: Readonly<Record<string, string>> = {
  "an escape sequence": "a\u001b]0;owned\u0007.md",
  "a carriage return": "safe.md\revil.sh",
  "a tab": "a\tb.md",
  "a delete character": "a\u007f.md",
  "a C1 control": "a\u009b31m.md",
  "a turned name": "invoice\u202egpj.exe",
  "an isolate": "a\u2066b\u2069.md",
  "marks of direction": "a\u200eb\u200f\u061c.md",
  "a zero-width space": "read\u200bme.md",
  "a joiner between Latin letters": "read\u200dme.md",
  "a word joiner": "read\u2060me.md",
  "a byte-order mark": "\ufeffreadme.md",
  "a separator of lines": "a\u2028b.md",
  "a separator of paragraphs": "a\u2029b.md",
  "tags of hidden text": "a\u{e0068}\u{e0069}.md",
  "a soft hyphen": "read\u00adme.md",
};

/** Names that only look unusual. */
const fine = [
  "two\nlines.md",
  "a b.md",
  "Zürich, 東京.md",
  "👩‍💻 ❤️.md",
  "می‌خواهم.md",
  "क्‍ष.md",
  "അവന്‍.md", // Malayalam ends words with a joiner.
  "葛\u{e0100}城.md",
];

/** Everything that no output may contain: what a terminal obeys, and what cannot be seen. */
const RAW =
  /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

function requireClean({ stdout, stderr }: Pick<Ran, "stdout" | "stderr">, what: string): void {
  assert.doesNotMatch(stdout, RAW, what);
  assert.doesNotMatch(stderr, RAW, what);
}

/** A good bundle with one file more. */
function bundleWith(name: string): string {
  const cwd = makeScratch();
  writeFiles(path.join(cwd, "b"), { ...workingContext, [name]: "x" });
  return cwd;
}

function codeIn(json: Record<string, unknown>): string | undefined {
  return (json.error as Finding | undefined)?.code ?? (json.findings as Finding[])[0]?.code;
}

for (const [what, name] of Object.entries(hidden)) {
  test(`an archive of tar with ${what} in a name is refused, and the name is shown escaped`, () => {
    const cwd = bundleWith(name);
    execFileSync("tar", ["-czf", "b.tar.gz", "b"], { cwd });
    const before = picture(cwd);
    const args = ["unpack", "b.tar.gz", "--out", "out", "--unchecked"];
    const { code, json } = holdallJson(args, { cwd });
    assert.deepEqual([code, codeIn(json)], [3, "E_ARCHIVE_PATH"]);
    assert.deepEqual(picture(cwd), before);
    const verified = holdallJson(["verify", "b.tar.gz"], { cwd });
    assert.deepEqual([verified.code, codeIn(verified.json)], [1, "E_ARCHIVE_PATH"]);
    for (const asked of [args, ["verify", "b.tar.gz"], ["inspect", "b.tar.gz"]]) {
      const shown = holdall(asked, { cwd });
      requireClean(shown, asked.join(" "));
      assert.match(shown.stdout + shown.stderr, /U\+[0-9A-F]{4}/);
    }
  });

  test(`a folder with ${what} in a name is not valid, and is not packed`, () => {
    const cwd = bundleWith(name);
    const { code, json } = holdallJson(["verify", "b"], { cwd });
    const found = (json.findings as Finding[]).filter((finding) => finding.code === "E_PATH");
    assert.deepEqual([code, found.map(({ file }) => file)], [1, [name]]);
    const packed = holdallJson(["pack", "b", "--out", "b.tar.gz"], { cwd });
    assert.deepEqual([packed.code, codeIn(packed.json)], [3, "E_PATH"]);
    assert.equal(fs.existsSync(path.join(cwd, "b.tar.gz")), false);
    for (const asked of [
      ["verify", "b"],
      ["inspect", "b"],
      ["pack", "b", "--out", "b.tar.gz"],
    ]) {
      for (const more of [[], ["--json"]]) {
        requireClean(holdall([...asked, ...more], { cwd }), [...asked, ...more].join(" "));
      }
    }
    const shown = holdall(["pack", "b", "--out", "b.tar.gz"], { cwd }).stderr;
    assert.match(shown, /contains\s+the\s+(?:control|invisible)\s+character\s+U\+/);
  });

  test(`a .zip of a task with ${what} in a name is refused`, () => {
    const cwd = makeScratch();
    writeTaskBundle(path.join(cwd, "task"), { files: { "a.txt": "a\n", [name]: "x" } });
    execFileSync("zip", ["-qr", "task.zip", "task"], {
      cwd,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    const { code, json } = holdallJson(["task", "extract", "task.zip", "--out", "out"], { cwd });
    assert.deepEqual([code, codeIn(json)], [3, "E_ARCHIVE_PATH"]);
    assert.equal(fs.existsSync(path.join(cwd, "out")), false);
    requireClean(holdall(["task", "extract", "task.zip", "--out", "out"], { cwd }), "task extract");
  });
}

test("names that only look unusual are packed, unpacked and valid", () => {
  const cwd = makeScratch();
  const files = Object.fromEntries(fine.map((name) => [name, name]));
  writeFiles(path.join(cwd, "b"), { ...workingContext, ...files });
  assert.equal(holdall(["pack", "b", "--out", "b.tar.gz"], { cwd }).code, 0);
  assert.equal(holdall(["unpack", "b.tar.gz", "--out", "again"], { cwd }).code, 0);
  for (const name of fine)
    assert.equal(fs.readFileSync(path.join(cwd, "again", name), "utf8"), name);
  assert.equal(holdallJson(["verify", "again"], { cwd }).json.ok, true);
});

test("a name with a line feed cannot pass for a line of output", () => {
  const name = "a\nOK  the bundle is valid";
  const cwd = bundleWith(`x/${name}`);
  fs.writeFileSync(path.join(cwd, "b/SHA256SUMS"), `${"0".repeat(64)}  manifest.json\n`);
  for (const asked of [
    ["verify", "b"],
    ["inspect", `b/x/${name}`],
    ["verify", `nowhere/${name}`],
  ]) {
    const { stdout, stderr } = holdall(asked, { cwd });
    assert.doesNotMatch(`${stdout}\n${stderr}`, /^ *OK {2}the bundle/m, asked.join(" "));
  }
});

test("sums that list a hidden name are a finding", () => {
  const cwd = bundleWith("a\u202eb.md");
  execFileSync("sh", ["-c", "sha256sum * > SHA256SUMS"], { cwd: path.join(cwd, "b") });
  const { json } = holdallJson(["verify", "b"], { cwd });
  const found = (json.findings as Finding[]).map(({ code, file }) => [code, file]);
  assert.deepEqual(found, [
    ["E_PATH", "SHA256SUMS"],
    ["E_PATH", "a\u202eb.md"],
  ]);
});

test("a task whose workspace has hidden names is not valid: in files, folders, links and targets", () => {
  const cwd = makeScratch();
  const folder = writeTaskBundle(path.join(cwd, "task"), { files: { "a\u001b[2J.txt": "a" } });
  const manifest = path.join(folder, "workspace/manifest.json");
  const document = JSON.parse(fs.readFileSync(manifest, "utf8"));
  const link = (name: string, target: string) => ({
    path: name,
    mode: "120000",
    target,
    size: Buffer.byteLength(target),
    sha256: createHash("sha256").update(target).digest("hex"),
  });
  document.emptyFolders = ["b\u202e"];
  document.files.push(link("l\u200b", "x"), link("m", "x\u009b"));
  document.fileCount = document.files.length;
  fs.writeFileSync(manifest, JSON.stringify(document));
  const { code, json } = holdallJson(["task", "validate", "task"], { cwd });
  const issues = (json.issues as Finding[]).filter((issue) => issue.code === "E_PATH");
  const pointers = issues.map(({ file, pointer }) => pointer || file);
  assert.equal(code, 1);
  for (const place of ["/emptyFolders/0", "/files/0/path", "/files/1/path", "/files/2/target"]) {
    assert.ok(pointers.includes(place), `${place} of ${pointers}`);
  }
  for (const asked of [["task", "validate"], ["task", "inspect"], ["verify"], ["inspect"]]) {
    for (const more of [[], ["--json"]]) {
      requireClean(holdall([...asked, "task", ...more], { cwd }), [...asked, ...more].join(" "));
    }
  }
});

/** A repository of git's own making with files, links and folders of such names, and a task in it. */
function repositoryWith(names: readonly string[]): string {
  const cwd = makeScratch();
  const files = Object.fromEntries(names.map((name) => [name, "one\n"]));
  writeFiles(cwd, { "task.md": "# Do it\n", "summary.md": "Done.\n" });
  writeFiles(path.join(cwd, "app"), { "a.txt": "one\n", ...files });
  fs.symlinkSync("x\u001b", path.join(cwd, "app/link"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: path.join(cwd, "app"),
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  return cwd;
}

const pack = ["task", "pack", "--title", "T", "--task", "task.md", "--summary", "summary.md"];

for (const how of [[], ["--base", "HEAD"], ["--base", "HEAD", "--state", "after"]]) {
  test(`a repository with hidden names is packed without them, and each is named (${how})`, () => {
    const names = Object.values(hidden);
    const cwd = repositoryWith([...names, ...fine]);
    writeFiles(path.join(cwd, "app"), { "a.txt": "two\n", [names[0] ?? ""]: "two\n" });
    const args = [...pack, "--workspace", "app", "--out", "out", ...how];
    const { code, json, ...printed } = holdallJson(args, { cwd });
    assert.equal(code, 0, JSON.stringify(json));
    const skipped = json.skipped as { path: string; why: string }[];
    assert.deepEqual(skipped.map((each) => each.path).sort(), [...names, "link"].sort());
    for (const { why } of skipped) assert.match(why, /contains the \w+ character U\+/);
    assert.equal(json.files, fine.length + 1);
    requireClean(printed, "task pack");
    assert.equal(holdallJson(["task", "validate", "out"], { cwd }).code, 0);
  });
}

test("a clone with hidden names is laid out without them, and each is named", () => {
  const names = Object.values(hidden);
  const cwd = repositoryWith([...names, ...fine]);
  const commit = String(execFileSync("git", ["rev-parse", "HEAD"], { cwd: path.join(cwd, "app") }));
  const start = ["--repo", "https://host.example/a", "--commit", commit.trim()];
  const args = [...pack, "--snapshot", "git-ref", "--out", "out", "--no-git-auto", ...start];
  assert.equal(holdall(args, { cwd }).code, 0);
  const prepare = ["task", "replay", "prepare", "out", "--repo", "app", "--out", "again"];
  const { code, json } = holdallJson(prepare, { cwd });
  assert.equal(code, 0, JSON.stringify(json));
  const leftOut = json.leftOut as { path: string }[];
  assert.deepEqual(leftOut.map((each) => each.path).sort(), [...names, "link"].sort());
  assert.deepEqual(fs.readdirSync(path.join(cwd, "again")).sort(), ["a.txt", ...fine].sort());
  fs.rmSync(path.join(cwd, "again"), { recursive: true });
  requireClean(holdall(prepare, { cwd }), "task replay prepare");
});
