import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../src/base/hash.ts";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../../support/scratch.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/task-bundle");
const cwd = makeScratch();
const context = contextIn(cwd);

interface Captured {
  readonly path: string;
  readonly text: string;
  readonly mode?: string;
  readonly target?: string;
}

/** A bundle with these captured files. */
function bundleOf(name: string, captured: readonly Captured[], more: Record<string, unknown> = {}) {
  const listed = captured.map(({ path: file, text, mode, target }) => ({
    path: file,
    sha256: sha256(target ?? text),
    size: Buffer.byteLength(target ?? text),
    ...(mode === undefined ? {} : { mode }),
    ...(target === undefined ? {} : { target }),
  }));
  const { diff, emptyFolders = [], ...meta } = more;
  const manifest = { capturedAt: "2026-01-01T00:00:00Z", root: "workspace/files", emptyFolders };
  const artifacts = {
    task: "task.md",
    summary: "summary.md",
    workspaceManifest: "workspace/manifest.json",
    workspaceFilesDir: "workspace/files",
    ...(diff === undefined ? {} : { diff: "result.diff" }),
  };
  const head = { schemaVersion: "0.2.0", id: name, title: name, createdAt: "2026-01-01T00:00:00Z" };
  const files: Record<string, string> = {
    "bundle.json": JSON.stringify({ ...head, artifacts, ...meta }),
    "task.md": "Do it.\n\n## Acceptance\n\n- done\n",
    "summary.md": "Done.\n",
    "workspace/manifest.json": JSON.stringify({ ...manifest, files: listed }),
    ...(diff === undefined ? {} : { "result.diff": String(diff) }),
  };
  for (const { path: file, text, target } of captured) {
    if (target === undefined) files[`workspace/files/${file}`] = text;
  }
  return writeFiles(path.join(cwd, name), files);
}

interface Prepared {
  readonly start: string;
  readonly leftOut: readonly { readonly path: string }[];
}

const prepare = (bundle: string, out: string) =>
  runOperation<Prepared>(context, "task replay prepare", { bundle, out });

test("54: a snapshot from before the task is laid out with the same bytes, modes and links", async () => {
  const captured = [
    { path: "bin/run", text: "#!/bin/sh\n", mode: "100755" },
    { path: "data/raw.bin", text: "\u0000\u0001", mode: "100644" },
    { path: "latest", text: "", mode: "120000", target: "data/raw.bin" },
  ];
  const more = { workspace: { state: "before" }, emptyFolders: ["logs/today"] };
  const { out } = await prepare(bundleOf("before", captured, more), "before-out");
  assert.equal(out.start, "snapshot");
  assert.deepEqual(picture(path.join(cwd, "before-out")), {
    ".": "755 folder",
    bin: "755 folder",
    "bin/run": `755 ${sha256("#!/bin/sh\n")}`,
    data: "755 folder",
    "data/raw.bin": `644 ${sha256("\u0000\u0001")}`,
    latest: "777 link to data/raw.bin",
    logs: "755 folder",
    "logs/today": "755 folder",
  });
});

test("54: a snapshot from after the task is laid out as it was before: changed, added and removed files", async () => {
  const diff = `diff --git a/x b/x
old mode 100644
new mode 100755
--- a/x
+++ b/x
@@ -1,2 +1,2 @@
 one
-two
+zwei
\\ No newline at end of file
diff --git a/new b/new
new file mode 100644
--- /dev/null
+++ b/new
@@ -0,0 +1 @@
+made
diff --git a/gone b/gone
deleted file mode 100755
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-was here
`;
  const captured = [
    { path: "new", text: "made\n", mode: "100644" },
    { path: "other", text: "same\n", mode: "100644" },
    { path: "x", text: "one\nzwei", mode: "100755" },
  ];
  const { out } = await prepare(bundleOf("after", captured, { diff }), "after-out");
  assert.equal(out.start, "reversed-diff");
  assert.deepEqual(picture(path.join(cwd, "after-out")), {
    ".": "755 folder",
    gone: `755 ${sha256("was here\n")}`,
    other: `644 ${sha256("same\n")}`,
    x: `644 ${sha256("one\ntwo\n")}`,
  });
});

test("54: both examples of the original start before their change", async () => {
  for (const name of ["hello-world-bundle", "hello-world-bundle-claude"]) {
    await prepare(path.join(fixtures, name), name);
    const text = fs.readFileSync(path.join(cwd, name, "src/greet.ts"), "utf8");
    assert.match(text, /"Hello, world"/);
  }
});

test("54: without a start the reason is given, and nothing is left behind", async () => {
  const captured = [{ path: "x", text: "x\n" }];
  const unknown = bundleOf("unknown", captured);
  await assert.rejects(prepare(unknown, "unknown-out"), { code: "E_REPLAY" });
  const commit = bundleOf("commit", captured, { repo: "https://example.org/r", commit: "abc" });
  await assert.rejects(prepare(commit, "commit-out"), { code: "E_REPLAY" });
  const damaged = bundleOf("damaged", captured, { workspace: { state: "before" } });
  fs.writeFileSync(path.join(damaged, "workspace/files/x"), "y\n");
  await assert.rejects(prepare(damaged, "damaged-out"), { code: "E_DIGEST" });
  assert.deepEqual(
    fs.readdirSync(cwd).filter((name) => name.includes("-out") && /unkn|comm|dama/.test(name)),
    [],
  );
});

test("54: what other programs act upon is left out and listed", async () => {
  const captured = [
    { path: ".claude/settings.json", text: "{}" },
    { path: ".git/config", text: "[core]\n" },
    { path: "a/b", text: "", mode: "120000", target: ".." },
    { path: "x", text: "x\n" },
  ];
  const bundle = bundleOf("acting", captured, { workspace: { state: "before" } });
  const { out } = await prepare(bundle, "acting-out");
  const left = out.leftOut.map(({ path: file }) => file);
  assert.deepEqual(left, [".claude/settings.json", ".git/config"]);
  assert.deepEqual(fs.readdirSync(path.join(cwd, "acting-out")).sort(), ["a", "x"]);
});

test("54: an existing folder and one inside the bundle are refused", async () => {
  const bundle = path.join(fixtures, "hello-world-bundle");
  fs.mkdirSync(path.join(cwd, "there"));
  await assert.rejects(prepare(bundle, "there"), { code: "E_EXISTS" });
  const own = bundleOf("own", [{ path: "x", text: "x" }], { workspace: { state: "before" } });
  await assert.rejects(prepare(own, path.join(own, "inside")), { code: "E_PROTECTED" });
});

test("54: a bundle that only names a commit is prepared from a clone that the caller names", async () => {
  const clone = writeFiles(path.join(cwd, "clone"), { "a.txt": "one\n", "run.sh": "#!/bin/sh\n" });
  fs.chmodSync(path.join(clone, "run.sh"), 0o755);
  fs.symlinkSync("a.txt", path.join(clone, "inside"));
  fs.symlinkSync("../../outside", path.join(clone, "outside"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
      cwd: clone,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  const commit = git("rev-parse", "HEAD").toString().trim();
  writeFiles(clone, { "a.txt": "two\n" });
  git("commit", "-qam", "two");
  const named = (name: string, of: string) => {
    bundleOf(name, [], { repo: "https://host.example/a", commit: of });
    fs.rmSync(path.join(cwd, name, "workspace"), { recursive: true });
    const place = path.join(cwd, name, "bundle.json");
    const bundle = JSON.parse(fs.readFileSync(place, "utf8"));
    bundle.artifacts = { task: "task.md", summary: "summary.md" };
    fs.writeFileSync(place, JSON.stringify(bundle));
    return name;
  };
  const prepare = (bundle: string, out: string, repo?: string) =>
    runOperation<{ start: string; files: number; links: number; leftOut: { path: string }[] }>(
      context,
      "task replay prepare",
      { bundle, out, ...(repo === undefined ? {} : { repo }) },
    );
  const bundle = named("by-commit", commit);
  assert.equal(await codeOf(prepare(bundle, "from-nothing")), "E_REPLAY");
  const { out } = await prepare(bundle, "from-clone", "clone");
  assert.deepEqual([out.start, out.files, out.links], ["repository", 2, 1]);
  assert.deepEqual(
    out.leftOut.map(({ path: name }) => name),
    ["outside"],
  );
  const prepared = path.join(cwd, "from-clone");
  assert.equal(fs.readFileSync(path.join(prepared, "a.txt"), "utf8"), "one\n");
  assert.equal(fs.statSync(path.join(prepared, "run.sh")).mode & 0o111, 0o111);
  // A name that could move or be an option is no commit.
  for (const other of ["HEAD", "--output=x", "0".repeat(40)]) {
    const code = await codeOf(prepare(named(`by-${other.slice(0, 4)}`, other), "other", "clone"));
    assert.equal(code, "E_NOT_FOUND", other);
  }
  assert.equal(fs.existsSync(path.join(cwd, "other")), false);
});
