import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../../support/operations.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
    cwd,
    stdio: "pipe",
  });

/** A Claude session in a repository: a request with a secret, an edit, a command, an answer. */
function plant() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  writeFiles(cwd, { "a.txt": "one\n" });
  git(cwd, "init", "-q", "-b", "trunk");
  git(cwd, "add", ".");
  git(cwd, "commit", "-qm", "one");
  fs.writeFileSync(path.join(cwd, "a.txt"), "two\n");
  const started = Date.now() + 60_000;
  const at = (second: number) => new Date(started + second * 1000).toISOString();
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0 };
  let answers = 0;
  const assistant = (content: object) => ({
    id: `msg_${++answers}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    usage,
    content: [content],
  });
  const messages = [
    { role: "user", content: `Write two instead of one.\n- a.txt must say two\n(key ${SECRET})` },
    assistant({
      type: "tool_use",
      id: "toolu_1",
      name: "Edit",
      input: { file_path: path.join(cwd, "a.txt"), old_string: "one", new_string: "two" },
    }),
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    assistant({ type: "tool_use", id: "toolu_2", name: "Bash", input: { command: "cat a.txt" } }),
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "two" }] },
    assistant({ type: "text", text: "It says two now." }),
  ];
  const lines = messages.map((message, n) =>
    JSON.stringify({
      type: message.role,
      sessionId: "5e551011-0000-4000-8000-000000000001",
      uuid: `u${n}`,
      parentUuid: n === 0 ? null : `u${n - 1}`,
      cwd,
      version: "2.1.0",
      gitBranch: "trunk",
      timestamp: at(n),
      message,
    }),
  );
  writeFiles(home, { "session.jsonl": `${lines.join("\n")}\n` });
  const context = { ...contextIn(home), agents: { home, env: { PATH: process.env.PATH ?? "" } } };
  return { home, cwd, context };
}

test("a session becomes a task with request, criteria, steps, patch, files before it and usage", async () => {
  const { home, cwd, context } = plant();
  const commit = git(cwd, "rev-parse", "HEAD").toString().trim();
  const { out } = await runOperation<{ state: string }>(context, "task pack", {
    "from-session": "session.jsonl",
    out: "bundle",
    status: "success",
  });
  assert.equal(out.state, "before");
  const read = (file: string) => fs.readFileSync(path.join(home, "bundle", file), "utf8");
  assert.match(read("task.md"), /Write two instead of one.*## Acceptance criteria.*- a\.txt must/s);
  assert.match(read("summary.md"), /It says two now/);
  assert.match(read("result.diff"), /^-one\n\+two$/m);
  assert.equal(read("workspace/files/a.txt"), "one\n");
  const events = read("events.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ type, path: file, command }) => [type, file ?? command]),
    [
      ["request", undefined],
      ["edit_file", "a.txt"],
      ["run_command", "cat a.txt"],
    ],
  );
  const bundle = JSON.parse(read("bundle.json"));
  assert.deepEqual(
    [bundle.tool, bundle.model, bundle.branch, bundle.commit, bundle.outcome],
    ["claude", "claude-sonnet-4-5", "trunk", commit, { status: "success" }],
  );
  assert.deepEqual([bundle.run.usage.input, bundle.run.usage.output], [30, 15]);
  const checked = await runOperation(context, "task validate", { bundle: "bundle", replay: true });
  assert.equal(checked.exit, 0);
});

test("the secrets of a session are replaced in every file of its bundle", async () => {
  const { home, context } = plant();
  await runOperation(context, "task pack", { "from-session": "session.jsonl", out: "bundle" });
  const all = fs
    .readdirSync(path.join(home, "bundle"), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(home, "bundle", name))
    .filter((file) => fs.statSync(file).isFile());
  for (const file of all) assert.equal(fs.readFileSync(file, "utf8").includes(SECRET), false, file);
});

test("the bundle of a session is handed to another agent, with its tool calls", async () => {
  const { home, context } = plant();
  await runOperation(context, "task pack", { "from-session": "session.jsonl", out: "bundle" });
  const input = { from: "bundle", to: "codex", into: path.join(home, "project") };
  await runOperation(context, "handoff", input);
  const written = fs
    .readdirSync(path.join(home, ".codex"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"));
  assert.equal(written.length, 1);
  const text = fs.readFileSync(path.join(home, ".codex", written[0] ?? ""), "utf8");
  assert.match(text, /Write two instead of one/);
  assert.match(text, /cat a\.txt/);
});

test("a trajectory becomes a task bundle and comes out of one again, with a loss report", async () => {
  const { context, home } = plant();
  await runOperation(context, "task pack", { "from-session": "session.jsonl", out: "bundle" });
  const { out } = await runOperation<{ loss: { kept: number } }>(context, "handoff", {
    from: "bundle",
    to: "run.json",
  });
  assert.ok(out.loss.kept > 0);
  const trajectory = JSON.parse(fs.readFileSync(path.join(home, "run.json"), "utf8"));
  assert.match(trajectory.schema_version, /^ATIF-/);
  const again = await runOperation<{ loss: { kept: number; dropped: number } }>(
    context,
    "task pack",
    {
      "from-session": "run.json",
      out: "again",
    },
  );
  assert.deepEqual([again.out.loss.kept > 0, again.out.loss.dropped], [true, 0]);
  const task = (name: string) => fs.readFileSync(path.join(home, name, "task.md"), "utf8");
  assert.equal(task("again"), task("bundle"));
});

test("a trajectory of an agent without an adapter has commands and files as steps", async () => {
  const { context, home } = plant();
  const call = (step_id: number, function_name: string, input: object) => ({
    step_id,
    source: "agent",
    message: "",
    tool_calls: [{ tool_call_id: `c${step_id}`, function_name, arguments: input }],
    observation: { results: [{ source_call_id: `c${step_id}`, content: "ok" }] },
  });
  const trajectory = {
    schema_version: "ATIF-v1.5",
    session_id: "s",
    agent: { name: "terminus-2", version: "2.0.0" },
    steps: [
      { step_id: 1, source: "user", message: "Create a file" },
      call(2, "bash_command", { keystrokes: "touch a.txt\n", duration: 0.1 }),
      call(3, "str_replace_editor", { command: "create", path: "b.txt", file_text: "b" }),
    ],
  };
  fs.writeFileSync(path.join(home, "run.json"), JSON.stringify(trajectory));
  await runOperation(context, "task pack", { "from-session": "run.json", out: "foreign" });
  const lines = fs.readFileSync(path.join(home, "foreign/events.jsonl"), "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ type, command, path: file }) => [type, command ?? file]),
    [
      ["request", undefined],
      ["run_command", "touch a.txt"],
      ["edit_file", "b.txt"],
    ],
  );
});

test("a request that is a document gives its heading as title, and its own criteria", async () => {
  const { context, home } = plant();
  const asked =
    "# Fix the tides\n\nThey are wrong.\n\n## Acceptance criteria\n\n- They are right\n";
  const file = path.join(home, "session.jsonl");
  const [first = "", ...rest] = fs.readFileSync(file, "utf8").split("\n");
  const record = JSON.parse(first);
  const changed = JSON.stringify({ ...record, message: { role: "user", content: asked } });
  fs.writeFileSync(file, [changed, ...rest].join("\n"));
  await runOperation(context, "task pack", { "from-session": "session.jsonl", out: "document" });
  const read = (name: string) => fs.readFileSync(path.join(home, "document", name), "utf8");
  assert.equal(JSON.parse(read("bundle.json")).title, "Fix the tides");
  assert.equal(read("task.md").split("## Acceptance criteria").length, 2);
});

test("a session in which nobody asked for anything is refused", async () => {
  const { context, home } = plant();
  const lines = fs.readFileSync(path.join(home, "session.jsonl"), "utf8").split("\n");
  const silent = lines.slice(1).join("\n").replaceAll('"u0"', "null");
  writeFiles(home, { "silent.jsonl": silent });
  const run = runOperation(context, "task pack", { "from-session": "silent.jsonl", out: "b" });
  await assert.rejects(run, { code: "E_EMPTY" });
});

test("a session file that somebody else wrote does not choose the folder that is packed", async () => {
  const { home, context } = plant();
  const here = makeScratch();
  fs.copyFileSync(path.join(home, "session.jsonl"), path.join(here, "session.jsonl"));
  const notes: string[] = [];
  const stranger = { ...context, cwd: here, note: (text: string) => void notes.push(text) };
  const input = { "from-session": "session.jsonl", out: "bundle", status: "success" };
  await runOperation(stranger, "task pack", input);
  const packed = fs.readdirSync(path.join(here, "bundle"), { recursive: true }).map(String);
  assert.deepEqual(
    packed.filter((name) => name.endsWith("a.txt")),
    [],
  );
  assert.match(notes.join("\n"), /--workspace/);
});

test("a task that is packed into the folder of the project is no part of itself, nor of the next one", async () => {
  const { cwd, context } = plant();
  // The only commit is younger than the session: nobody knows the files before it, and those of today are captured.
  const env = { ...process.env, GIT_COMMITTER_DATE: "2099-01-01T00:00:00Z" };
  const own = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
  execFileSync("git", [...own, "commit", "-q", "--amend", "-m", "later"], { cwd, env });
  for (const name of ["task-one", "task-two"]) {
    const out = path.join(cwd, name);
    await runOperation(context, "task pack", { "from-session": "session.jsonl", out });
    const manifest = JSON.parse(fs.readFileSync(path.join(out, "workspace/manifest.json"), "utf8"));
    const files = manifest.files.map((file: { path: string }) => file.path);
    assert.deepEqual(files, ["a.txt"], name);
  }
});
