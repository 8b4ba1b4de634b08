import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const at = (...names: readonly string[]) => path.join(cwd, ...names);

const BROKEN = "export const twice = (value) => value;\n";
const SOLVED = "export const twice = (value) => value + value;\n";
const EASY = assertionOf("typeof twice(2)", '"number"');
const STRICT = assertionOf("twice(2)", "4");

function assertionOf(found: string, expected: string): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { twice } from "../src/twice.mjs";
test("twice()", () => assert.equal(${found}, ${expected}));
`;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

function git(...args: readonly string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  execFileSync("git", ["-C", at("app"), ...who, ...args], { stdio: "ignore" });
}

write(at("app"), { "src/twice.mjs": BROKEN, "test/twice.test.mjs": EASY });
git("init", "-q", "-b", "main");
git("add", ".");
git("commit", "-q", "-m", "start");
write(at("app"), { "src/twice.mjs": SOLVED, "test/twice.test.mjs": STRICT });
write(cwd, {
  "task.md": "# Task\n\nDouble it.\n\n## Acceptance\n\n- tests pass\n",
  "summary.md": "# Summary\n",
  "checks.json": JSON.stringify({
    checks: [{ name: "tests", kind: "tests_pass", command: "node --test", required: true }],
  }),
});
const PACK = ["--title", "Double", "--task", "task.md", "--summary", "summary.md"];
const PROJECT = ["--workspace", "app", "--base", "HEAD"];

interface Packed {
  readonly hidden: readonly string[];
}

function pack(out: string, ...more: readonly string[]) {
  const { code, json } = holdallJson(["task", "pack", ...PACK, "--out", out, ...more], { cwd });
  assert.equal(code, 0, JSON.stringify(json));
  return json as unknown as Packed;
}

interface Run {
  readonly bundle: string;
  readonly status: string | null;
  readonly hidden: { readonly files: number; readonly replaced: readonly string[] } | null;
}

function run(task: string, name: string, command: string): Run {
  fs.writeFileSync(at(`${name}.sh`), command);
  const args = ["task", "run", task, "--command", `${name}=sh '${at(`${name}.sh`)}'`];
  const more = ["--checks", "checks.json", "--allow-exec", "--out", "runs"];
  const { code, json } = holdallJson([...args, ...more], { cwd });
  assert.equal(code, 0, JSON.stringify(json));
  const [only] = (json as { readonly runs: readonly Run[] }).runs;
  assert.ok(only);
  return only;
}

/** An agent that does not do the task, but makes its tests pass. */
const CHEAT = `cat > test/twice.test.mjs <<'END'
${EASY.replace("twice()", "made easy")}END
`;

pack("open", ...PROJECT);
const { hidden } = pack("closed", ...PROJECT, "--hide-tests");

test("a run that rewrites the tests fails where the task hides its own", () => {
  assert.deepEqual(hidden, ["test/twice.test.mjs"]);
  assert.equal(run("open", "cheat", CHEAT).status, "success");
  const judged = run("closed", "cheat", CHEAT);
  assert.equal(judged.status, "failure");
  assert.deepEqual(judged.hidden, { files: 1, replaced: ["test/twice.test.mjs"] });
  const patch = fs.readFileSync(path.join(judged.bundle, "result.diff"), "utf8");
  assert.match(patch, /made easy/);
  assert.doesNotMatch(patch, /twice\(2\), 4/);
  const index = JSON.parse(fs.readFileSync(path.join(judged.bundle, "bundle.json"), "utf8"));
  assert.deepEqual(index.outcome.hidden, judged.hidden);
});

test("a run that solves the task passes, and nothing of it is said to be replaced", () => {
  const solve = `printf '%s' '${SOLVED}' > src/twice.mjs\n`;
  const judged = run("closed", "solver", solve);
  assert.equal(judged.status, "success");
  assert.deepEqual(judged.hidden, { files: 1, replaced: [] });
});

test("task check and task judge use the hidden files", () => {
  const check = ["task", "check", "closed", "--checks", "checks.json", "--allow-exec"];
  assert.equal(holdall(check, { cwd }).code, 0);
  const open = ["task", "check", "open", "--checks", "checks.json", "--allow-exec"];
  assert.equal(holdall(open, { cwd }).code, 1, "doing nothing passes the tests from before");
  const { bundle } = run("closed", "again", CHEAT);
  const judge = ["task", "judge", bundle, "--checks", "checks.json", "--allow-exec"];
  const { code, json } = holdallJson(judge, { cwd });
  assert.equal(code, 1);
  assert.deepEqual((json as unknown as Run).hidden?.replaced, ["test/twice.test.mjs"]);
  assert.match(
    holdall(judge, { cwd }).stdout,
    /1 file of the agent was replaced by the task's hidden files: test\/twice\.test\.mjs/,
  );
});

test("no replay of a task or of its runs lays hidden files out", () => {
  const fresh = pack("fresh", ...PROJECT, "--hidden", "test/").hidden;
  assert.deepEqual(fresh, ["test/twice.test.mjs"]);
  const { bundle } = run("fresh", "look", "cat test/* > seen.txt\n");
  for (const [source, out] of [
    ["fresh", "replay-task"],
    [bundle, "replay-run"],
  ] as const) {
    assert.equal(holdall(["task", "replay", "prepare", source, "--out", out], { cwd }).code, 0);
    assert.equal(fs.readFileSync(at(out, "test/twice.test.mjs"), "utf8"), EASY);
    assert.equal(fs.existsSync(at(out, "hidden")), false);
  }
  assert.doesNotMatch(fs.readFileSync(path.join(bundle, "result.diff"), "utf8"), /twice\(2\), 4/);
});

test("links that a run leaves do not lead hidden files out of its folder", () => {
  const outside = at("outside");
  write(outside, { "twice.test.mjs": "untouched" });
  const linked = run("closed", "linked", `rm -r test && ln -s '${outside}' test\n`);
  const file = run(
    "closed",
    "file",
    `rm test/* && ln -s '${outside}/twice.test.mjs' test/twice.test.mjs\n`,
  );
  const inside = run("closed", "inside", "rm -r test && ln -s src test\n");
  const plain = run("closed", "plain", "rm -r test && echo x > test\n");
  for (const { status } of [linked, file, inside, plain]) assert.equal(status, "failure");
  assert.equal(fs.readFileSync(path.join(outside, "twice.test.mjs"), "utf8"), "untouched");
  assert.deepEqual(fs.readdirSync(outside), ["twice.test.mjs"]);
  assert.deepEqual(inside.hidden?.replaced, ["test", "test/twice.test.mjs"]);
});

test("before anything is done, hidden files are left out of the start", () => {
  write(at("todo"), { "src/twice.mjs": BROKEN, "test/twice.test.mjs": STRICT });
  pack("todo-task", "--workspace", "todo", "--hide-tests");
  const out = "replay-todo";
  assert.equal(holdall(["task", "replay", "prepare", "todo-task", "--out", out], { cwd }).code, 0);
  assert.deepEqual(fs.readdirSync(at(out)), ["src"]);
});

test("a session is packed with the tests of its result hidden", () => {
  const line = {
    type: "user",
    uuid: "00000000-0000-4000-8000-000000000001",
    parentUuid: null,
    sessionId: "11111111-1111-4111-8111-111111111111",
    timestamp: "2999-01-01T10:00:00.000Z",
    cwd: at("app"),
    version: "2.0.0",
    isSidechain: false,
    message: { role: "user", content: "Double it." },
  };
  fs.writeFileSync(at("session.jsonl"), `${JSON.stringify(line)}\n`);
  const args = ["task", "pack", "--from-session", "session.jsonl", "--hide-tests"];
  const proof = ["--checks", "checks.json", "--allow-exec", "--out", "from-session"];
  const { code, json } = holdallJson([...args, ...proof], { cwd });
  assert.equal(code, 0, JSON.stringify(json));
  assert.deepEqual(json.hidden, ["test/twice.test.mjs"]);
  assert.equal((json.proof as { readonly state: string }).state, "proven");
  const inspected = holdallJson(["task", "inspect", "from-session"], { cwd }).json;
  assert.equal(inspected.hiddenFileCount, 1);
});

test("files of version control do not come out of the hidden files", () => {
  fs.cpSync(at("closed"), at("planted"), { recursive: true });
  const manifest = at("planted", "hidden/manifest.json");
  const text = "[core]\n\tfsmonitor = touch made\n";
  write(at("planted", "hidden/files"), { ".git/config": text });
  const {
    contentHash: _,
    fileCount,
    files,
    ...head
  } = JSON.parse(fs.readFileSync(manifest, "utf8"));
  const planted = { path: ".git/config", sha256: sha256(text), size: text.length };
  const list = JSON.stringify({ ...head, fileCount: fileCount + 1, files: [planted, ...files] });
  fs.writeFileSync(manifest, list);
  const index = JSON.parse(fs.readFileSync(at("planted", "bundle.json"), "utf8"));
  const recorded = { path: "hidden/manifest.json", sha256: sha256(list), size: list.length };
  index.artifactInfo.hiddenManifest = recorded;
  fs.writeFileSync(at("planted", "bundle.json"), JSON.stringify(index));
  const judged = run("planted", "planted", "true\n");
  assert.deepEqual([judged.status, judged.hidden?.files], ["failure", 1]);
});

test("hidden files of a bundle that were altered, added or removed are found", () => {
  const broken = (name: string, change: (folder: string) => void) => {
    fs.cpSync(at("closed"), at(name), { recursive: true });
    change(at(name, "hidden"));
    const { code, json } = holdallJson(["task", "validate", name], { cwd });
    const { issues } = json as { readonly issues: readonly { readonly code: string }[] };
    return [code, issues.map((issue) => issue.code)];
  };
  const file = "files/test/twice.test.mjs";
  const altered = broken("altered", (folder) => fs.writeFileSync(path.join(folder, file), EASY));
  assert.deepEqual(altered, [1, ["E_DIGEST"]]);
  assert.deepEqual(
    broken("removed", (folder) => fs.rmSync(path.join(folder, file))),
    [1, ["E_MISSING_FILE"]],
  );
  const [, added] = broken("added", (folder) =>
    fs.writeFileSync(path.join(folder, "files/more.txt"), "x"),
  );
  assert.deepEqual(added, ["W_EXTRA_FILE"]);
  assert.deepEqual(
    broken("linked", (folder) => {
      fs.rmSync(path.join(folder, file));
      fs.symlinkSync("/etc/passwd", path.join(folder, file));
    }),
    [1, ["E_LINK"]],
  );
});

test("hiding what is not there is refused", () => {
  const args = ["task", "pack", ...PACK, "--out", "none", ...PROJECT, "--hidden", "nowhere/"];
  assert.equal(holdall(args, { cwd }).code, 4);
  const session = ["task", "pack", ...PACK, "--out", "none", "--hide-tests"];
  assert.equal(holdall(session, { cwd }).code, 2);
});
