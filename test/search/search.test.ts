import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { codeOf, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall } from "../support/warm-program.ts";
import { createMachine, messageLine, type SearchOutput, sessionId } from "./machine.ts";

const ids = (out: { readonly found: readonly { readonly id: string }[] }) =>
  out.found.map(({ id }) => id);

test("search finds sessions by their words, the one with all of them first, with the lines", async () => {
  const { cwd, write, search } = createMachine();
  write(1, messageLine("user", "The cache of listings\nexpires after a timeout of 30 s", { cwd }));
  write(2, messageLine("user", "Rename the timeout", { cwd }));
  write(3, messageLine("user", "Nothing of the kind", { cwd }));
  const out = await search(["cache", "timeout"]);
  assert.deepEqual(ids(out), [sessionId(1), sessionId(2)]);
  assert.deepEqual(
    out.found.map(({ is_complete }) => is_complete),
    [true, false],
  );
  const lines = out.found[0]?.matches.map(({ line }) => line);
  assert.deepEqual(lines, ["The cache of listings", "expires after a timeout of 30 s"]);
  assert.equal(out.searched, 3);
});

test("search shows the line with the words as they were typed, wherever it is in a session", async () => {
  const { write, search } = createMachine();
  const decided = "We chose a cache timeout of 30 s";
  const others = Array.from({ length: 6 }, (_, number) =>
    messageLine("user", `${number} timeouts: the timeout of a cache, a cache without a timeout`),
  );
  write(1, others.join("") + messageLine("user", `Much later, and not before: ${decided}`));
  const [found] = (await search(["cache", "timeout"])).found;
  assert.match(found?.matches[0]?.line ?? "", new RegExp(decided));
  assert.equal(found?.matches.length, 3);
});

test("search finds other forms of a word, accents, parts of names and text without spaces", async () => {
  const { write, search } = createMachine();
  write(1, messageLine("user", "Migrating the déploiement in handoff-record.ts"));
  write(2, messageLine("user", "データベース接続を直す"));
  assert.deepEqual(ids(await search(["migration"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["deploiement"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["handoff-record.ts"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["接続"])), [sessionId(2)]);
});

test("search finds questions without spaces, Korean with its particles, and full width", async () => {
  const { write, search } = createMachine();
  write(1, messageLine("user", "我们决定把会话迁移到PostgreSQL数据库"));
  write(2, messageLine("user", "새로운 데이터베이스를 사용합니다"));
  write(3, messageLine("user", "Ｔｉｍｅｏｕｔ of the kiln"));
  assert.deepEqual(ids(await search(["会话应该迁移到哪个数据库？"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["이터베이"])), [sessionId(2)]);
  assert.deepEqual(ids(await search(["timeout"])), [sessionId(3)]);
  const [found] = (await search(["哪个数据库"])).found;
  assert.deepEqual(
    found?.matches.map(({ line }) => line),
    ["我们决定把会话迁移到PostgreSQL数据库"],
  );
});

/** The output of a command, with other lines before and after what matters. */
function output(text: string, { before, behind }: { before: number; behind: number }): string {
  const call = { type: "tool_use", id: "c1", name: "Bash", input: { command: "make" } };
  const lines = (count: number) => "just a line of output\n".repeat(count);
  const content = `${lines(before)}${text}\n${lines(behind)}`;
  const result = { type: "tool_result", tool_use_id: "c1", content };
  return (
    messageLine("user", "Build it") +
    messageLine("assistant", [call]) +
    messageLine("user", [result])
  );
}

test("search finds a word in the middle of a long output, and hides none without saying so", async () => {
  const { write, search } = createMachine();
  write(1, output("zygomorphic", { before: 500, behind: 1000 }));
  const out = await search(["zygomorphic"]);
  assert.deepEqual([ids(out), out.cut], [[sessionId(1)], 0]);
  write(2, output("perihelion", { before: 10_000, behind: 10_000 }));
  const cut = await search(["perihelion"]);
  assert.deepEqual([ids(cut), cut.cut], [[], 1]);
  const elsewhere = await search(["perihelion"], { agent: "codex" });
  assert.equal(elsewhere.cut, 0);
});

test("search counts what is cut once, also when a session is continued or shortened", async () => {
  const { write, search } = createMachine();
  const long = output("perihelion", { before: 10_000, behind: 10_000 });
  write(1, long);
  assert.equal((await search(["perihelion"])).cut, 1);
  write(1, long + messageLine("user", "Another word"));
  assert.equal((await search(["perihelion"])).cut, 1);
  write(1, messageLine("user", "Begun again"));
  assert.equal((await search(["perihelion"])).cut, 0);
});

test("search shows a word as it was typed before its other forms", async () => {
  const { write, search } = createMachine();
  write(
    1,
    messageLine(
      "user",
      "The crew of the ship: its maintainers met once, with a long agenda of points",
    ),
  );
  for (const number of [2, 3, 4])
    write(number, messageLine("user", "maintain maintained maintaining"));
  const out = await search(["maintainers"], { limit: 2 });
  assert.equal(ids(out)[0], sessionId(1));
});

test("search takes the words of a query as words, whatever they mean to the engine", async () => {
  const { write, search } = createMachine();
  write(1, messageLine("user", 'NEAR the "quoted" AND terms: x^2 -y'));
  const hostile = [
    '"',
    "NEAR(",
    'a" OR "b',
    "terms:",
    "*",
    "x^2",
    "-y",
    "\0",
    "col : val",
    "((((",
    "'; drop table sources --",
  ];
  for (const term of hostile) {
    const run = search([term]);
    const code = await codeOf(run);
    assert.ok(code === null || code === "E_USAGE", `${term}: ${code}`);
  }
  assert.deepEqual(ids(await search(["NEAR", "AND"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["x".repeat(100_000)])), []);
});

test("search refuses a query without words", async () => {
  const { search } = createMachine();
  assert.equal(await codeOf(search([])), "E_USAGE");
  assert.equal(await codeOf(search(["*"])), "E_USAGE");
  assert.equal(await codeOf(search(["a"], { since: "whenever" })), "E_USAGE");
});

test("search takes --all as everywhere, which it is without a folder, and refuses both", async () => {
  const { cwd, write, search } = createMachine();
  write(1, messageLine("user", "The timeout is short", { cwd }));
  assert.deepEqual(ids(await search(["timeout"], { all: true })), [sessionId(1)]);
  assert.equal(await codeOf(search(["timeout"], { all: true, folder: cwd })), "E_USAGE");
});

test("search narrows by agent, folder, time, tool and file", async () => {
  const { cwd, write, search } = createMachine();
  const call = {
    type: "tool_use",
    id: "t1",
    name: "Bash",
    input: { command: "grep timeout src/api.ts" },
  };
  const edit = { type: "tool_use", id: "t2", name: "Edit", input: { file_path: "/p/src/api.ts" } };
  write(
    1,
    messageLine("user", "the timeout", { cwd }) + messageLine("assistant", [call, edit], { cwd }),
  );
  write(
    2,
    messageLine("user", "the timeout", { cwd: "/elsewhere", timestamp: "2026-03-01T00:00:00Z" }),
  );
  const timeout = async (more: object) => ids(await search(["timeout"], more)).sort();
  assert.deepEqual(await timeout({}), [sessionId(1), sessionId(2)]);
  assert.deepEqual(await timeout({ folder: cwd }), [sessionId(1)]);
  assert.deepEqual(await timeout({ agent: "claude" }), [sessionId(1), sessionId(2)]);
  assert.deepEqual(await timeout({ agent: "codex" }), []);
  assert.deepEqual(await timeout({ since: "2026-02-10" }), [sessionId(2)]);
  assert.deepEqual(await timeout({ until: "2026-02-10" }), [sessionId(1)]);
  assert.deepEqual(await timeout({ at: "2026-01-31" }), [sessionId(1)]);
  assert.deepEqual(await timeout({ at: "2026-01-31", since: "2026-02-10" }), []);
  assert.deepEqual(await timeout({ at: "2026-02-01" }), []);
  assert.deepEqual(await timeout({ tool: "shell" }), [sessionId(1)]);
  assert.deepEqual(await timeout({ tool: "bash" }), [sessionId(1)]);
  assert.deepEqual(await timeout({ tool: "WebFetch" }), []);
  assert.deepEqual(await timeout({ file: "src/api.ts" }), [sessionId(1)]);
  assert.deepEqual(await timeout({ file: "s_c/api" }), []);
  assert.deepEqual(ids(await search([], { file: "api.ts" })), [sessionId(1)]);
});

test("search reads only what is new, and is right after an append, a rewrite, a truncation and a removal", async () => {
  const { write, search, file } = createMachine();
  write(1, messageLine("user", "the first apple"));
  write(2, messageLine("user", "an orange"));
  assert.equal((await search(["apple"])).updated, 2);
  assert.equal((await search(["apple"])).updated, 0);

  fs.appendFileSync(file(1), messageLine("assistant", "a pear follows"));
  const appended = await search(["pear"]);
  assert.equal(appended.updated, 1);
  assert.deepEqual(ids(appended), [sessionId(1)]);
  assert.deepEqual(ids(await search(["apple"])), [sessionId(1)]);

  const size = fs.statSync(file(2)).size;
  fs.writeFileSync(file(2), messageLine("user", "an orange").replace("orange", "quince"));
  assert.equal(fs.statSync(file(2)).size, size);
  assert.deepEqual(ids(await search(["orange"])), []);
  assert.deepEqual(ids(await search(["quince"])), [sessionId(2)]);

  fs.writeFileSync(
    `${file(1)}.new`,
    messageLine("user", "a melon") + messageLine("user", "and more of it"),
  );
  fs.renameSync(`${file(1)}.new`, file(1));
  assert.deepEqual(ids(await search(["apple"])), []);
  assert.deepEqual(ids(await search(["melon"])), [sessionId(1)]);

  const [line = ""] = fs.readFileSync(file(1), "utf8").split("\n");
  fs.truncateSync(file(1), line.length + 1);
  assert.deepEqual(ids(await search(["more"])), []);
  assert.deepEqual(ids(await search(["melon"])), [sessionId(1)]);

  fs.rmSync(file(1));
  const gone = await search(["melon"]);
  assert.deepEqual([ids(gone), gone.searched], [[], 1]);
});

test("an appended session is read from where the last reading ended", async () => {
  const { write, search, file } = createMachine();
  write(
    1,
    messageLine("user", "the first apple") +
      messageLine("assistant", "a plum".padEnd(4000, " and more")),
  );
  await search(["apple"]);
  // Bytes that an incremental reading does not look at again: the first line becomes another one.
  const text = fs.readFileSync(file(1), "utf8");
  fs.writeFileSync(file(1), text.replace("apple", "grape"));
  fs.appendFileSync(file(1), messageLine("user", "a cherry"));
  await search(["cherry"]);
  assert.deepEqual(ids(await search(["apple"])), [sessionId(1)]);
  assert.deepEqual(ids(await search(["cherry"])), [sessionId(1)]);
});

test("search finds what a sub-agent of Codex said in the session that started it, and not what is gone", async () => {
  const { home, search } = createMachine();
  const write = (id: string, parent: string | null, text: string) => {
    const folder = path.join(home, ".codex", "sessions", "2026", "01", "02");
    const source = parent && { subagent: { thread_spawn: { parent_thread_id: parent } } };
    const meta = { id, cwd: home, cli_version: "0.140.0", ...(source && { source }) };
    const content = [{ type: "output_text", text }];
    const records = [
      { type: "session_meta", payload: meta },
      { type: "response_item", payload: { type: "message", role: "assistant", content } },
    ];
    const lines = records.map((record) => JSON.stringify({ timestamp: "2026-01-02", ...record }));
    const file = path.join(folder, `rollout-2026-01-02T00-00-00-${id}.jsonl`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, `${lines.join("\n")}\n`);
    return file;
  };
  const parent = sessionId(1);
  const main = write(parent, null, "I start a helper");
  write(sessionId(2), parent, "The lighthouse blinks");
  const second = write(sessionId(3), sessionId(2), "A gull sits on it");
  assert.deepEqual(ids(await search(["lighthouse"])), [parent]);
  assert.deepEqual(ids(await search(["gull"])), [parent]);
  fs.rmSync(second);
  fs.appendFileSync(main, "\n");
  assert.deepEqual(ids(await search(["gull"])), []);
  assert.deepEqual(ids(await search(["lighthouse"])), [parent]);
});

test("the index is made again after damage, deletion and by another version", async () => {
  const { write, search, index } = createMachine();
  write(1, messageLine("user", "the first apple"));
  await search(["apple"]);
  assert.equal(fs.statSync(index).mode & 0o777, 0o600);
  assert.equal(fs.statSync(path.dirname(index)).mode & 0o777, 0o700);
  for (const bytes of [Buffer.alloc(20_000, "not a database"), Buffer.alloc(0), null]) {
    if (bytes === null) fs.rmSync(index);
    else fs.writeFileSync(index, bytes);
    assert.deepEqual(ids(await search(["apple"])), [sessionId(1)]);
  }
  const indexBytes = fs.readFileSync(index);
  for (let at = 1024; at < indexBytes.length; at += 4096) {
    const damaged = Buffer.from(indexBytes);
    damaged.fill(0xa5, at, at + 2048);
    fs.writeFileSync(index, damaged);
    assert.deepEqual(ids(await search(["apple"])), [sessionId(1)], `damaged at ${at}`);
  }
});

test("the index contains no secret that a handoff would replace, named before or after it was used", async () => {
  const { write, search, list, index } = createMachine();
  const token = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
  const password = "Vq7-rT2xLm9Zp4";
  write(
    1,
    messageLine("user", `Log in with ${password} please, as ${token}`) +
      messageLine("assistant", "apple"),
  );
  await list();
  const bytes = () =>
    ["", "-wal"]
      .map((end) => (fs.existsSync(index + end) ? fs.readFileSync(index + end, "latin1") : ""))
      .join("");
  assert.equal(bytes().includes(token), false);
  fs.appendFileSync(
    path.join(path.dirname(index), "../../../../.claude/projects/p", `${sessionId(1)}.jsonl`),
    messageLine("user", `export DB_PASSWORD='${password}'`),
  );
  await search(["apple"]);
  assert.equal(bytes().toLowerCase().includes(password.toLowerCase()), false);
  assert.deepEqual(ids(await search(["log", "in"])), [sessionId(1)]);
});

test("several processes may search at once, from the first index on", async () => {
  const { write, search } = createMachine();
  for (let number = 1; number <= 30; number++)
    write(number, messageLine("user", `apple ${number}`));
  const answers = await Promise.all([1, 2, 3].map(() => search(["apple"], { limit: 100 })));
  for (const answer of answers) assert.equal(answer.found.length, 30);
});

test("search finds an imported session once, also when it is no longer in its agent's store", async () => {
  const { cwd, context, file, write, search } = createMachine();
  await runOperation(context, "init");
  write(1, messageLine("user", "The zeppelin is in the hangar", { cwd, sessionId: sessionId(1) }));
  await runOperation(context, "import", { from: file(1) });
  const kinds = async () => (await search(["zeppelin"])).found.map(({ kind }) => kind);
  assert.deepEqual(await kinds(), ["session"]);
  fs.rmSync(file(1));
  assert.deepEqual(await kinds(), ["thread"]);
});

test("search finds threads, memory and state of workspaces here and in folders of sessions", async () => {
  const { home, cwd, context, write, search } = createMachine();
  await runOperation(context, "init");
  await runOperation(context, "state commit", {
    text: "Releases use calendar versions",
    slot: "decision",
  });
  await runOperation(context, "memory store", { content: "The calendar service listens on 8080" });
  const { out } = await runOperation<{ thread_id: string }>(context, "thread new");
  await runOperation(context, "thread post", {
    id: out.thread_id,
    text: "Is the calendar shared?",
  });
  const elsewhere = { ...context, cwd: home };
  const there = async () => {
    const { out } = await runOperation<SearchOutput>(elsewhere, "search", { words: ["calendar"] });
    return out.found.length;
  };
  assert.equal(await there(), 0);
  write(1, messageLine("user", "hello", { cwd }));
  assert.equal(await there(), 3);
  const kinds = async (more = {}) =>
    (await search(["calendar"], more)).found.map(({ kind }) => kind).sort();
  assert.deepEqual(await kinds(), ["memory", "state", "thread"]);
  assert.deepEqual(await kinds({ agent: "claude" }), []);
  await runOperation(context, "memory store", { content: "Another calendar" });
  assert.equal(await there(), 4);
});

test("search names the command that shows what was found, which for an entry of the state is not show", () => {
  const cwd = makeScratch();
  const run = (...args: string[]) => holdall(args, { cwd, env: { HOME: cwd } });
  run("init");
  const { id } = JSON.parse(run("state", "commit", "The zebra gauge is silent", "--json").stdout);
  const { stdout } = run("search", "zebra");
  assert.ok(stdout.includes(`holdall state log --entry ${id}`), stdout);
  assert.equal(run("state", "log", "--entry", id).code, 0);
});
