import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/run.ts";
import type { Finding } from "../../../src/base/findings.ts";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { holdall, launcher, startHoldall } from "../../support/program.ts";
import { makeScratch, picture, writeFiles } from "../../support/scratch.ts";

const NOW = "2026-02-03T08:00:00.000Z";
const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
const DIFF = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-before\n+after\n";

/** A project with a task, its result and its files. */
function project(files: Record<string, string> = { "src/a.txt": "after\n" }) {
  const cwd = makeScratch();
  writeFiles(cwd, { "task.md": "# Do it\n", "summary.md": "Done.\n", "result.diff": DIFF });
  writeFiles(path.join(cwd, "app"), files);
  return { cwd, context: contextIn(cwd, () => new Date(NOW)) };
}

interface Packed {
  readonly state: string | null;
  readonly files: number;
  readonly contentHash: string;
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  readonly findings: readonly Finding[];
}

type Project = ReturnType<typeof project>;

const inputs = { title: "T", task: "task.md", summary: "summary.md", workspace: "app", out: "out" };
const pack = ({ context }: Project, more = {}) =>
  runOperation<Packed>(context, "task pack", { ...inputs, "no-git-auto": true, ...more });

const read = ({ cwd }: Project, file: string) =>
  fs.readFileSync(path.join(cwd, "out", file), "utf8");
const index = (place: Project) => JSON.parse(read(place, "bundle.json"));
const manifest = (place: Project) => JSON.parse(read(place, "workspace/manifest.json"));

test("9: an output that is no bundle is refused, and nothing is touched", async () => {
  const place = project();
  writeFiles(path.join(place.cwd, "precious"), { "x.txt": "x" });
  const before = picture(place.cwd);
  for (const out of [".", "task.md", "precious", "..", "app/.."]) {
    for (const force of [false, true]) {
      const code = await codeOf(pack(place, { out, force }));
      assert.ok(code === "E_PROTECTED" || code === "E_EXISTS", `${out} ${code}`);
    }
  }
  assert.deepEqual(picture(place.cwd), before);
});

test("10: a bundle is replaced only with --force, and stays whole when the new one fails", async () => {
  const place = project();
  await pack(place);
  assert.equal(await codeOf(pack(place)), "E_EXISTS");
  const before = picture(path.join(place.cwd, "out"));
  writeFiles(place.cwd, { "events.jsonl": "{}\n" });
  assert.equal(await codeOf(pack(place, { force: true, events: "events.jsonl" })), "E_SHAPE");
  assert.deepEqual(picture(path.join(place.cwd, "out")), before);
  await pack(place, { force: true, title: "New" });
  assert.equal(index(place).title, "New");
});

test("11: an output in, around or equal to an input is refused, also through links", async () => {
  const place = project();
  fs.symlinkSync("app", path.join(place.cwd, "alias"));
  for (const out of ["app", "app/out", "alias/out", "app/../app/out", "task.md"]) {
    const code = await codeOf(pack(place, { out, force: true }));
    assert.equal(code, "E_PROTECTED", out);
  }
  assert.deepEqual(fs.readdirSync(path.join(place.cwd, "app")), ["src"]);
});

test("12: a pack that is killed leaves no folder with an index", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, n) => [`d${n % 50}/f${n}.txt`, `${n}\n`.repeat(200)]),
  );
  const { cwd } = project(many);
  const options = ["--title", "T", "--task", "task.md", "--summary", "summary.md"];
  const args = ["task", "pack", ...options, "--workspace", "app", "--out", "out"];
  for (const wait of [250, 400, 550, 700]) {
    const child = startHoldall(args, { cwd });
    const closed = new Promise((done) => child.on("close", done));
    setTimeout(() => child.kill("SIGKILL"), wait);
    await closed;
    if (!fs.existsSync(path.join(cwd, "out"))) continue;
    assert.equal(holdall(["task", "validate", "out"], { cwd }).code, 0);
    fs.rmSync(path.join(cwd, "out"), { recursive: true });
  }
});

test("13: tags of the command line and of the settings count together", async () => {
  const place = project();
  writeFiles(place.cwd, { "c.json": JSON.stringify({ tags: ["a", "c"] }) });
  await pack(place, { config: "c.json", tag: ["b", "a"] });
  assert.deepEqual(index(place).tags, ["a", "c", "b"]);
});

test("14: a large file is packed within the memory target", () => {
  const place = project();
  // A file with a hole takes no room; its copy does.
  const bytes = 256 * 1024 * 1024;
  fs.truncateSync(path.join(place.cwd, "app/src/a.txt"), bytes);
  const peak = path.join(place.cwd, "peak");
  const args = Object.entries(inputs).flatMap(([name, value]) => [`--${name}`, value]);
  const script = path.join(root, "scripts/bench/report-peak.cjs");
  execFileSync(process.execPath, ["--require", script, launcher, "task", "pack", ...args], {
    cwd: place.cwd,
    env: { ...process.env, HOLDALL_BENCH_PEAK: peak },
    stdio: "pipe",
  });
  assert.equal(manifest(place).files[0].size, bytes);
  const most = 120 * 1024 * 1024;
  assert.ok(Number(fs.readFileSync(peak, "utf8")) < most, fs.readFileSync(peak, "utf8"));
});

test("15, 16: links, modes and empty folders are recorded, and what is skipped is listed", async () => {
  const place = project({ "run.sh": "#!/bin/sh\n", "src/a.txt": "x\n" });
  const app = path.join(place.cwd, "app");
  fs.chmodSync(path.join(app, "run.sh"), 0o755);
  fs.symlinkSync("src/a.txt", path.join(app, "inside"));
  fs.symlinkSync("/etc/hostname", path.join(app, "outside"));
  fs.mkdirSync(path.join(app, "empty/deeper"), { recursive: true });
  execFileSync("mkfifo", [path.join(app, "pipe")]);
  const notes: string[] = [];
  const context = { ...place.context, note: (text: string) => notes.push(text) };
  const { out } = await pack({ ...place, context });
  assert.deepEqual(out.skipped.map((each) => each.path).sort(), ["outside", "pipe"]);
  for (const name of ["outside", "pipe"]) assert.ok(notes.some((note) => note.includes(name)));
  const { files, emptyFolders } = manifest(place);
  const modes = files.map((file: Record<string, string>) => [file.path, file.mode, file.target]);
  assert.deepEqual(modes, [
    ["inside", "120000", "src/a.txt"],
    ["run.sh", "100755", undefined],
    ["src/a.txt", "100644", undefined],
  ]);
  assert.deepEqual(emptyFolders, ["empty/deeper"]);
  await pack(place, { force: true, "follow-symlinks": true });
  assert.equal(read(place, "workspace/files/inside"), "x\n");
  await runOperation(place.context, "task replay prepare", {
    bundle: (await pack(place, { force: true, state: "before" })) && "out",
    out: "again",
  });
  assert.equal(fs.statSync(path.join(place.cwd, "again/run.sh")).mode & 0o777, 0o755);
  assert.equal(fs.readlinkSync(path.join(place.cwd, "again/inside")), "src/a.txt");
  assert.equal(fs.existsSync(path.join(place.cwd, "again/empty/deeper")), true);
});

test("17: default excludes, the ignore file and --exclude hold, and --include wins", async () => {
  const place = project({
    ".git/config": "[core]\n",
    "node_modules/x/i.js": "x",
    ".taskbundleignore": "*.log\nbuild/\n",
    "a.log": "x",
    "build/o": "x",
    "keep.txt": "x",
    "drop.txt": "x",
  });
  const paths = () => manifest(place).files.map((file: { path: string }) => file.path);
  await pack(place, { exclude: ["drop.txt"] });
  assert.deepEqual(paths(), [".taskbundleignore", "keep.txt"]);
  await pack(place, { include: [".git", "a.log"], exclude: ["drop.txt"], force: true });
  assert.deepEqual(paths(), [".git/config", ".taskbundleignore", "a.log", "keep.txt"]);
});

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
    cwd,
    stdio: "pipe",
  });

test("18, 26: git is read where the files are, without credentials, paths or the environment's say", async () => {
  const place = project();
  const app = path.join(place.cwd, "app");
  git(app, "init", "-q", "-b", "trunk");
  git(app, "remote", "add", "origin", "https://user:hunter2@host.example/a.git?private_token=q");
  await pack(place, { "no-git-auto": false });
  assert.deepEqual(index(place).git, {
    root: ".",
    branch: "trunk",
    remote: "https://host.example/a.git",
    dirty: true,
  });
  git(app, "add", ".");
  git(app, "commit", "-qm", "one");
  const other = path.join(place.cwd, "other");
  fs.mkdirSync(other);
  git(other, "init", "-q");
  const env = { ...process.env, GIT_DIR: path.join(other, ".git"), GIT_WORK_TREE: other };
  const args = ["--title", "T", "--task", "task.md", "--summary", "summary.md"];
  const ran = holdall(["task", "pack", ...args, "--workspace", "app", "--out", "out", "--force"], {
    cwd: place.cwd,
    env,
  });
  assert.equal(ran.code, 0, ran.stderr);
  const { git: facts, repo, commit } = index(place);
  assert.equal(facts.dirty, false);
  assert.equal(commit, git(app, "rev-parse", "HEAD").toString().trim());
  assert.equal(repo, "https://host.example/a.git");
  assert.doesNotMatch(read(place, "bundle.json"), /hunter2|private_token/);
  await pack(place, { "no-git-auto": false, "keep-paths": true, force: true });
  assert.equal(index(place).git.root, fs.realpathSync(app));
});

test("19: secrets are listed with their lines, replaced by default, a failure with --secrets fail", async () => {
  const place = project({ ".env": "A=1\n", "config.txt": `x\ntoken ${SECRET}\n` });
  const found = async (secrets: string) => {
    const { out } = await pack(place, { secrets, force: true });
    return out.findings.map(({ file, line }) => `${file}:${line}`);
  };
  const places = ["workspace/files/.env:1", "workspace/files/config.txt:2"];
  assert.deepEqual(await found("replace"), places);
  assert.doesNotMatch(read(place, "workspace/files/config.txt"), new RegExp(SECRET));
  assert.deepEqual(await found("warn"), places);
  assert.match(read(place, "workspace/files/config.txt"), new RegExp(SECRET));
  assert.deepEqual(await found("off"), []);
  assert.equal(await codeOf(pack(place, { secrets: "fail", out: "never" })), "E_PROTECTED");
  assert.equal(fs.existsSync(path.join(place.cwd, "never")), false);
});

test("20: a bad event fails with its physical line, and nothing is written", async () => {
  const place = project();
  const good = '{"type":"a","at":"2026-01-01T00:00:00Z","detail":""}';
  writeFiles(place.cwd, { "events.jsonl": `${good}\n\n\n{"type":"a"}\n` });
  const run = pack(place, { events: "events.jsonl" });
  await assert.rejects(run, (error: { findings: readonly Finding[] }) => {
    assert.deepEqual([...new Set(error.findings.map(({ line }) => line))], [4]);
    return true;
  });
  assert.equal(fs.existsSync(path.join(place.cwd, "out")), false);
});

test("21: a score must be a decimal number, a status one of three", async () => {
  const place = project();
  for (const score of ["", " ", "0x10", "NaN", "Infinity", "1e999"]) {
    assert.equal(await codeOf(pack(place, { score })), "E_USAGE", score);
  }
  assert.equal(await codeOf(pack(place, { status: "constructor" })), "E_USAGE");
  await pack(place, { score: "0.5", status: "partial" });
  assert.deepEqual(index(place).outcome, { status: "partial", score: 0.5 });
});

test("22: settings with an unknown key or a wrong type are refused, and cwd starts at their file", async () => {
  const place = project();
  const config = (settings: object) => {
    writeFiles(place.cwd, { "settings/c.json": JSON.stringify(settings) });
    return runOperation(place.context, "task pack", { config: "settings/c.json", out: "out" });
  };
  await assert.rejects(config({ titel: "T" }), { code: "E_USAGE", cure: /title/ });
  assert.equal(await codeOf(config({ title: 5 })), "E_USAGE");
  assert.equal(await codeOf(config({ title: "T", score: "1" })), "E_USAGE");
  assert.equal(await codeOf(config({ title: "T", gitAuto: "no" })), "E_USAGE");
  await config({ title: "T", cwd: "..", task: "task.md", summary: "summary.md", gitAuto: false });
  assert.equal(index(place).runner.promptSource, "config");
});

test("23, 24: the same inputs give the same bytes, and one workspace the same content hash", async () => {
  const place = project({ "é.txt": "x", "z/a.txt": "y", "Z.txt": "z" });
  const fixed = { id: "one", "created-at": NOW };
  const one = await pack(place, fixed);
  const first = picture(path.join(place.cwd, "out"));
  await pack(place, { ...fixed, force: true });
  assert.deepEqual(picture(path.join(place.cwd, "out")), first);
  const args = ["--title", "T", "--task", "task.md", "--summary", "summary.md", "--no-git-auto"];
  const same = ["--workspace", "app", "--id", "one", "--created-at", NOW, "--now", NOW];
  const ran = holdall(["task", "pack", ...args, ...same, "--out", "elsewhere"], {
    cwd: place.cwd,
    env: { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8" },
  });
  assert.equal(ran.code, 0, ran.stderr);
  const other = picture(path.join(place.cwd, "elsewhere"));
  const { "bundle.json": mine, ...rest } = first;
  const { "bundle.json": theirs, ...others } = other;
  assert.deepEqual(others, rest);
  // The version in it is that of the program that was started, which a test is not.
  assert.ok(mine && theirs);
  const later = { ...place, context: contextIn(place.cwd, () => new Date("2027-01-01")) };
  const again = await pack(later, { force: true });
  assert.equal(again.out.contentHash, one.out.contentHash);
  fs.chmodSync(path.join(place.cwd, "app/Z.txt"), 0o755);
  assert.notEqual((await pack(later, { force: true })).out.contentHash, one.out.contentHash);
});

test("25: odd names survive, and names that cannot be told are refused by name", async () => {
  const names = ["a\nb", "qu\"ote'", "-dash", "e\u0301", "\u00e9", "n".repeat(255)];
  const place = project(Object.fromEntries(names.map((name) => [name, name])));
  await pack(place, { state: "before" });
  await runOperation(place.context, "task replay prepare", { bundle: "out", out: "again" });
  assert.deepEqual(fs.readdirSync(path.join(place.cwd, "again")).sort(), [...names].sort());
  for (const bad of ["back\\slash", Buffer.from([0x61, 0xff])]) {
    const other = project();
    const at = Buffer.concat([Buffer.from(`${path.join(other.cwd, "app")}/`), Buffer.from(bad)]);
    fs.writeFileSync(at, "x");
    assert.equal(await codeOf(pack(other)), "E_PATH", String(bad));
    assert.equal(fs.existsSync(path.join(other.cwd, "out")), false);
  }
});

test("the state before the task is captured where it can be had", async () => {
  const place = project({ "src/a.txt": "after\n", "b.txt": "same\n" });
  const after = await pack(place, { diff: "result.diff" });
  assert.equal(after.out.state, "before");
  assert.equal(read(place, "workspace/files/src/a.txt"), "before\n");
  const kept = await pack(place, { diff: "result.diff", state: "after", force: true });
  assert.equal(kept.out.state, "after");
  assert.equal(read(place, "workspace/files/src/a.txt"), "after\n");
  // Without a patch nothing was done yet, as far as the bundle says.
  const untouched = await pack(place, { force: true });
  assert.equal(untouched.out.state, "before");
  const only = await pack(place, { diff: "result.diff", snapshot: "diff-only", force: true });
  assert.equal(only.out.files, 1);
  assert.equal(await codeOf(pack(place, { snapshot: "git-ref", out: "ref" })), "E_USAGE");
  const named = { repo: "https://host.example/a", commit: "abc", snapshot: "git-ref", force: true };
  await pack(place, named);
  assert.deepEqual(index(place).workspace, { strategy: "git-ref" });
});

test("with --base the diff and the files before it come from git, and the repository stays as it was", async () => {
  const place = project({ "a.txt": "one\n", "gone.txt": "x\n", ".gitignore": "secret\n" });
  const app = path.join(place.cwd, "app");
  git(app, "init", "-q");
  git(app, "add", ".");
  git(app, "commit", "-qm", "one");
  const objects = () => git(app, "count-objects", "-v").toString();
  const counted = objects();
  writeFiles(app, { "a.txt": "two\n", "new.txt": "new\n", secret: "ignored" });
  fs.rmSync(path.join(app, "gone.txt"));
  const { out } = await pack(place, { base: "HEAD" });
  assert.deepEqual([out.state, out.files], ["before", 3]);
  assert.equal(read(place, "workspace/files/a.txt"), "one\n");
  const diff = read(place, "result.diff");
  for (const expected of ["+two", "b/new.txt", "-x"]) assert.ok(diff.includes(expected), expected);
  assert.doesNotMatch(diff, /ignored/);
  assert.equal(objects(), counted);
  assert.equal(
    (await runOperation(place.context, "task validate", { bundle: "out", replay: true })).exit,
    0,
  );
  const after = await pack(place, { base: "HEAD", state: "after", force: true });
  assert.equal(after.out.state, "after");
  assert.equal(read(place, "workspace/files/new.txt"), "new\n");
  assert.equal(fs.existsSync(path.join(place.cwd, "out/workspace/files/secret")), false);
});

test("a program that a repository's own configuration names is never started", async () => {
  const place = project({
    "a.txt": "one\n",
    ".gitattributes": "*.txt filter=evil diff=evil\n*.md filter=e=vil\n",
    "c.md": "one\n",
  });
  const app = path.join(place.cwd, "app");
  const inner = path.join(app, "inner");
  writeFiles(inner, { "b.txt": "inner\n", ".gitattributes": "*.txt filter=evil\n" });
  const started = path.join(place.cwd, "started");
  const program = `sh -c 'echo "$0" >> ${started}; cat' `;
  const hostile = [
    "filter.evil.clean",
    "filter.evil.process",
    "filter.e=vil.clean",
    "diff.evil.textconv",
    "diff.evil.command",
    "diff.external",
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "core.alternateRefsCommand",
    "credential.helper",
    "gpg.program",
  ];
  for (const folder of [inner, app]) {
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "one");
  }
  for (const folder of [inner, app]) {
    for (const key of hostile) git(folder, "config", key, `${program}${key}`);
    git(folder, "config", "filter.evil.required", "true");
    // What a partial clone lacks is fetched from its remote, by a program that the remote's address names.
    git(folder, "config", "core.repositoryFormatVersion", "1");
    git(folder, "config", "extensions.partialClone", "origin");
    git(folder, "config", "remote.origin.promisor", "true");
    git(folder, "config", "remote.origin.url", `ext::${program}remote`);
    git(folder, "config", "protocol.ext.allow", "always");
  }
  writeFiles(app, { "a.txt": "two\n", "c.md": "two\n", "new.txt": "new\n" });
  writeFiles(inner, { "b.txt": "changed\n" });
  await pack(place, { base: "HEAD", "no-git-auto": false });
  assert.match(read(place, "result.diff"), /\+two/);
  const missing = git(app, "rev-parse", "HEAD:a.txt").toString().trim();
  fs.rmSync(path.join(app, ".git/objects", missing.slice(0, 2), missing.slice(2)));
  const cause = codeOf(pack(place, { base: "HEAD", "no-git-auto": false, force: true }));
  assert.equal(await cause, "E_IO");
  const ran = fs.existsSync(started) ? fs.readFileSync(started, "utf8") : "";
  assert.equal(ran, "");
});

test("a repository whose settings lead to another folder is refused, and nothing is captured", async () => {
  const place = project({ "a.txt": "one\n" });
  const [app, other] = ["app", "other"].map((name) => path.join(place.cwd, name)) as [
    string,
    string,
  ];
  writeFiles(other, { "a.txt": "one\n", "private.txt": "private\n" });
  git(app, "init", "-q");
  git(app, "add", ".");
  git(app, "commit", "-qm", "one");
  git(app, "config", "core.worktree", other);
  for (const more of [
    { base: "HEAD" },
    { "no-git-auto": false },
    { snapshot: "git-tracked" },
    { base: "HEAD", "no-git-auto": false, snapshot: "diff-only" },
  ]) {
    assert.equal(await codeOf(pack(place, more)), "E_REPOSITORY", JSON.stringify(more));
  }
  assert.ok(!fs.existsSync(path.join(place.cwd, "out")));
  await pack(place, { snapshot: "copy" });
});
