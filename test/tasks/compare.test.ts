import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const AT = "2026-05-01T10:00:00.000Z";

interface Compared {
  readonly different: boolean;
  readonly differences: readonly string[];
  readonly patches: { readonly same: boolean | null };
  readonly steps: {
    readonly left: number;
    readonly right: number;
    readonly aligned: number;
    readonly parting: object | null;
  };
}

function compare(left: string, right: string): Compared {
  return holdallJson(["task", "compare", left, right], { cwd }).json as unknown as Compared;
}

writeTaskBundle(path.join(cwd, "task"), { document: { workspace: { state: "before" } } });

/** Runs the task with commands and returns the bundles of the runs. */
function runs(out: string, ...commands: readonly string[]): readonly string[] {
  const named = commands.flatMap((command, at) => ["--command", `agent${at + 1}=${command}`]);
  const { json } = holdallJson(["task", "run", "task", ...named, "--out", out], { cwd });
  return (json as unknown as { runs: readonly { bundle: string }[] }).runs.map(
    ({ bundle }) => bundle,
  );
}

test("two runs that did the same are the same, whenever and by whom they were made", () => {
  const [left = "", right = ""] = runs("same", "echo b > src/a.txt", "printf 'b\\n' > src/a.txt");
  const { different, differences, patches, steps } = compare(left, right);
  assert.deepEqual([different, differences, patches.same], [false, [], true]);
  assert.deepEqual([steps.left, steps.right, steps.parting], [0, 0, null]);
  assert.equal(holdall(["task", "compare", left, right, "--exit-code"], { cwd }).code, 0);
  assert.match(holdall(["task", "compare", left, right], { cwd }).stdout, /^Same content$/m);
});

test("what differs between two runs is named, in text, JSON and on the page", () => {
  const [left = "", right = ""] = runs("other", "echo b > src/a.txt", "echo c > src/a.txt; exit 3");
  assert.deepEqual(compare(left, right).differences, ["patch", "outcome"]);
  const { stdout } = holdall(["task", "compare", left, right], { cwd });
  assert.match(stdout, /^Different: patch, outcome$/m);
  const view = ["task", "view", left, right, "--out", "pair.html"];
  assert.equal(holdall(view, { cwd }).code, 0);
  assert.match(fs.readFileSync(path.join(cwd, "pair.html"), "utf8"), /Different: patch, outcome/);
});

/** A session of Claude Code that asks, reads and runs a command. */
function writeSession(name: string): string {
  const record = (type: string, at: number, message: object, more: object = {}) => ({
    type,
    uuid: `00000000-0000-4000-8000-00000000000${at}`,
    parentUuid: at === 1 ? null : `00000000-0000-4000-8000-00000000000${at - 1}`,
    sessionId: "11111111-1111-4111-8111-111111111111",
    timestamp: `2026-05-01T10:00:0${at}.000Z`,
    cwd: "/project",
    version: "2.0.0",
    isSidechain: false,
    message,
    ...more,
  });
  const call = (id: string, tool: string, input: object) => ({
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [{ type: "tool_use", id, name: tool, input }],
  });
  const result = (id: string, text: string, isError = false) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: text, is_error: isError }],
  });
  const lines = [
    record("user", 1, { role: "user", content: "Make a.txt say b." }),
    record("assistant", 2, call("t1", "Read", { file_path: "/project/src/a.txt" })),
    record("user", 3, result("t1", "a")),
    record("assistant", 4, call("t2", "Grep", { pattern: "b" })),
    record("user", 5, result("t2", "nothing found", true)),
    record("assistant", 6, call("t3", "Bash", { command: "echo b > src/a.txt" })),
    record("user", 7, result("t3", "")),
  ];
  fs.writeFileSync(path.join(cwd, name), lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return name;
}

test("a session, its task and a run that does the same part nowhere", () => {
  const session = writeSession("session.jsonl");
  fs.mkdirSync(path.join(cwd, "files"));
  const args = [
    "task",
    "pack",
    "--from-session",
    session,
    "--workspace",
    "files",
    "--out",
    "packed",
  ];
  assert.equal(holdall(args, { cwd }).code, 0);
  const itself = compare("packed", session);
  assert.deepEqual([itself.different, itself.steps.aligned], [false, 4]);
  // A run of the packed task: its agent is given the task, and the runner frames what it did.
  const read = (name: string) => fs.readFileSync(path.join(cwd, "packed", name), "utf8");
  const [, ...steps] = read("events.jsonl").trim().split("\n");
  const request = read("task.md").split(/\s+/).join(" ").trim();
  const events = [
    { type: "start", at: AT, detail: "The agent was given the task" },
    { type: "request", at: AT, detail: request },
    ...steps.map((line) => JSON.parse(line)),
    { type: "run_ended", at: AT, detail: "exit 0", exitCode: 0 },
  ];
  writeTaskBundle(path.join(cwd, "run"), {
    document: { run: { of: "packed" } },
    task: read("task.md"),
    events,
    files: {},
  });
  const { steps: compared, differences } = compare("packed", "run");
  assert.deepEqual([compared.left, compared.right, compared.parting], [4, 4, null]);
  assert.deepEqual(differences, []);
});

test("a run whose steps nobody recorded parts nowhere", () => {
  const [silent = ""] = runs("silent", "true");
  const { steps, differences } = compare(silent, "session.jsonl");
  assert.deepEqual([steps.left, steps.parting, differences], [0, null, []]);
  const { stdout } = holdall(["task", "compare", silent, "session.jsonl"], { cwd });
  assert.match(stdout, /none are recorded for the left run \(4 for the right\)/);
});
