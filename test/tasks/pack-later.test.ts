/** A session of some days ago becomes a task: what was done in its folder since then is no part of it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

interface Packed {
  readonly title: string;
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

/** A project, and a session of two days ago in which an agent wrote `a.txt`. */
function plant({ committed }: { readonly committed: Date }) {
  const home = makeScratch();
  const cwd = writeFiles(path.join(home, "project"), { "a.txt": "one\n", "b.txt": "b\n" });
  const date = committed.toISOString();
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
      cwd,
      env,
      stdio: "pipe",
    });
  git("init", "-q", "-b", "trunk");
  git("add", ".");
  git("commit", "-qm", "one");
  write("a.txt", "two\n", daysAgo(2));
  write("made.txt", "made by a command\n", daysAgo(2));
  write("b.txt", "changed tonight\n", new Date());
  write("tonight.txt", "made tonight\n", new Date());
  function write(name: string, text: string, at: Date) {
    fs.writeFileSync(path.join(cwd, name), text);
    fs.utimesSync(path.join(cwd, name), at, at);
  }
  const messages = [
    { role: "user", content: "Write two instead of one" },
    {
      role: "assistant",
      id: "m1",
      model: "claude-sonnet-4-5",
      content: [
        {
          type: "tool_use",
          id: "t1",
          name: "Edit",
          input: { file_path: path.join(cwd, "a.txt"), old_string: "one", new_string: "two" },
        },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] },
  ];
  const lines = messages.map((message, n) => ({
    type: message.role,
    sessionId: "5e551011-0000-4000-8000-000000000002",
    uuid: `u${n}`,
    parentUuid: n === 0 ? null : `u${n - 1}`,
    cwd,
    version: "2.1.0",
    // It ends when its files were written.
    timestamp: new Date(daysAgo(2).getTime() - (2 - n) * 1000).toISOString(),
    message,
  }));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFiles(home, { "session.jsonl": text });
  const notes: string[] = [];
  const context = {
    ...contextIn(home),
    note: (each: string) => void notes.push(each),
    agents: { home, env: { PATH: process.env.PATH ?? "" } },
  };
  const pack = async (more: Readonly<Record<string, unknown>> = {}) => {
    const input = { "from-session": "session.jsonl", out: "bundle", force: true, ...more };
    const { out } = await runOperation<Packed>(context, "task pack", input);
    return out;
  };
  const read = (file: string) => fs.readFileSync(path.join(home, "bundle", file), "utf8");
  const start = () => {
    const folder = path.join(home, "bundle/workspace/files");
    return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  };
  return { write, pack, read, start, notes };
}

test("task pack --from-session leaves out what changed after the session, names it, and takes it with --include", async () => {
  const { pack, read, start } = plant({ committed: daysAgo(3) });
  const { skipped } = await pack();
  assert.deepEqual(start(), ["a.txt", "b.txt"]);
  assert.equal(read("workspace/files/a.txt"), "one\n");
  assert.equal(read("workspace/files/b.txt"), "b\n");
  assert.match(read("result.diff"), /\+two/);
  assert.match(read("result.diff"), /\+made by a command/);
  assert.doesNotMatch(read("result.diff"), /tonight/);
  assert.deepEqual(
    skipped.map((each) => each.path),
    ["b.txt", "tonight.txt"],
  );
  for (const { why } of skipped) assert.match(why, /after the session ended .*--include/);
  await pack({ include: ["tonight.txt"] });
  assert.match(read("result.diff"), /\+made tonight/);
});

test("task pack --from-session keeps a file that the session wrote and that changed again, and says so", async () => {
  const { write, pack, read, notes } = plant({ committed: daysAgo(3) });
  write("a.txt", "three\n", new Date());
  await pack();
  assert.match(read("result.diff"), /\+three/);
  assert.match(notes.join("\n"), /1 file of the session changed again after it.*: a\.txt; --diff/);
});

test("without a commit before the session, task pack leaves out what changed since it began", async () => {
  const { write, pack, start } = plant({ committed: daysAgo(1) });
  write("old.txt", "from before\n", daysAgo(5));
  const { skipped } = await pack();
  assert.deepEqual(start(), ["old.txt"]);
  assert.deepEqual(skipped.map((each) => each.path).sort(), [
    "a.txt",
    "b.txt",
    "made.txt",
    "tonight.txt",
  ]);
  for (const { why } of skipped) assert.match(why, /after the session began .*--include/);
});

test("in a folder that the user names, task pack takes newer files, and names them in a note", async () => {
  const { pack, start, notes } = plant({ committed: daysAgo(1) });
  const { skipped } = await pack({ workspace: "project" });
  assert.deepEqual(start(), ["a.txt", "b.txt", "made.txt", "tonight.txt"]);
  assert.deepEqual(skipped, []);
  assert.match(notes.join("\n"), /changed after the session.*tonight\.txt; --exclude/);
});

test("the title of a task is that of its new request, unless it is named", async () => {
  const { pack } = plant({ committed: daysAgo(3) });
  assert.equal((await pack()).title, "Write two instead of one");
  assert.equal((await pack({ prompt: "# Write three\n\nin a.txt" })).title, "Write three in a.txt");
  assert.equal((await pack({ prompt: "Write three", title: "Count" })).title, "Count");
});
