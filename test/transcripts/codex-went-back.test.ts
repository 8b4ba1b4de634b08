import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import codex from "../../src/agents/codex/codex.ts";
import { MAX_FILES_OF_THREAD } from "../../src/agents/codex/lineage.ts";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import {
  historyBase,
  ROLLOUTS,
  recordOf,
  STRANGER,
  THREAD,
  turn,
  writeRevertedThread,
  writeRollout,
} from "../support/codex-threads.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const IN_FORCE = ["Alpha", "Alpha: done", "Bravo", "Bravo: done", "Delta", "Delta: done"];

async function readPath(file: string) {
  const session = await codex.recognise(file);
  assert.ok(session);
  const reading = await codex.read(await codex.open(session));
  return { reading, items: await Array.fromAsync(reading.items()) };
}

function textsOf(items: readonly TranscriptItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
}

function missingIn(items: readonly TranscriptItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === "opaque" && item.missing ? [item.missing] : []));
}

/** What of the output of commands is looked at. */
interface Output {
  readonly conversation: { readonly complete: boolean; readonly missing: number };
  readonly path: string;
  readonly session_id: string;
  readonly sessions: readonly { readonly id: string }[];
}

function run(args: readonly string[], home: string): Output {
  // Each test looks only at what its command gives.
  return holdallJson([...args], startOptions(home)).json as unknown as Output;
}

function startOptions(home: string) {
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd, { recursive: true });
  return { cwd, env: { HOME: home, PATH: "/nonexistent", XDG_DATA_HOME: "", CODEX_HOME: "" } };
}

test("find() gives a thread in which the user went back once, as its newest rollout", async () => {
  const home = makeScratch();
  const files = writeRevertedThread(home);
  const found = await Array.fromAsync(codex.find({ home, env: {} }));
  assert.deepEqual(
    found.map(({ id, path: file }) => [id, file]),
    [[THREAD, files[2]]],
  );
});

test("read() follows a thread through all its rollouts, and puts what was left behind it", async () => {
  const [, , newest = ""] = writeRevertedThread(makeScratch());
  const { items, reading } = await readPath(newest);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), IN_FORCE);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch !== null)), [
    "Wrong",
    "Wrong: done",
    "Charlie",
    "Charlie: done",
  ]);
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  assert.equal(reading.header.title, "Alpha");
  assert.deepEqual(reading.findings, []);
});

test("read() keeps a rollout that the conversation no longer goes through", async () => {
  const home = makeScratch();
  writeRevertedThread(home);
  const { file } = writeRollout(home, turn("Echo"), {
    rollout: "01a1e913-2000-7000-8000-000000000000",
    time: "11-00-00",
  });
  const { items } = await readPath(file);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), ["Echo", "Echo: done"]);
  assert.equal(textsOf(items.filter(({ branch }) => branch !== null)).length, 10);
});

test("read() reports a rollout that is not there, and the handoff is not complete", async () => {
  const home = makeScratch();
  const [first = "", , newest = ""] = writeRevertedThread(home);
  fs.rmSync(first);
  const { items, reading } = await readPath(newest);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), IN_FORCE.slice(2));
  assert.match(missingIn(items).join(), /is not there/);
  assert.deepEqual(
    reading.findings.map(({ code }) => code),
    ["W_DANGLING"],
  );
  for (const receiver of ["claude", "codex"]) {
    const { conversation } = run(["handoff", THREAD, receiver, "--dry-run"], home);
    assert.deepEqual([conversation.complete, conversation.missing], [false, 1], receiver);
  }
});

const hostile: readonly (readonly [string, RegExp, (home: string) => string])[] = [
  [
    "continues itself",
    /continues this one/,
    (home) =>
      writeRollout(home, turn("Own"), { meta: { history_base: historyBase(THREAD, 1, [9]) } }).file,
  ],
  [
    "continues a rollout that continues it",
    /continues this one/,
    (home) => {
      const [id] = ROLLOUTS;
      const base = historyBase(id, 1, [9]);
      writeRollout(home, turn("Old"), { meta: { history_base: base } });
      const meta = { history_base: historyBase(THREAD, 1, [9]) };
      return writeRollout(home, turn("Own"), { rollout: id, meta }).file;
    },
  ],
  [
    "continues another thread without being a fork of it",
    /is not there|belongs to another thread/,
    (home) => {
      const { ends } = writeRollout(home, turn("Private"), { thread: STRANGER });
      const meta = { history_base: historyBase(STRANGER, 3, ends) };
      return writeRollout(home, turn("Own"), { meta }).file;
    },
  ],
  [
    "continues a path",
    /is not there/,
    (home) => {
      fs.writeFileSync(path.join(home, "secret.jsonl"), "{}\n");
      const meta = { history_base: historyBase("../../../../../secret", 1, [3]) };
      return writeRollout(home, turn("Own"), { meta }).file;
    },
  ],
  [
    "does not state where the other ends",
    /does not state|is not there/,
    (home) => {
      writeRollout(home, turn("Old"), {});
      const meta = { history_base: { thread_id: THREAD } };
      return writeRollout(home, turn("Own"), { rollout: ROLLOUTS[0], meta }).file;
    },
  ],
  [
    "continues more than there is",
    /shorter/,
    (home) => {
      writeRollout(home, [], {});
      const meta = { history_base: historyBase(THREAD, 1, [1_000_000]) };
      return writeRollout(home, turn("Own"), { rollout: ROLLOUTS[0], meta }).file;
    },
  ],
];

for (const [name, reason, write] of hostile) {
  test(`read() refuses a rollout that ${name}, and reports what is missing`, async () => {
    const { items } = await readPath(write(makeScratch()));
    assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), ["Own", "Own: done"]);
    assert.match(missingIn(items).join(), reason);
  });
}

test("read() ends at a chain of rollouts that is longer than any thread", async () => {
  const home = makeScratch();
  const idOf = (at: number) => `01a1e913-0000-7000-8000-${`${at}`.padStart(12, "0")}`;
  let { file, ends } = writeRollout(home, [], {});
  for (let at = 0; at <= MAX_FILES_OF_THREAD; at++) {
    const base = historyBase(at === 0 ? THREAD : idOf(at - 1), 1, ends);
    const meta = { history_base: base };
    ({ file, ends } = writeRollout(home, turn(`${at}`), { rollout: idOf(at), meta }));
  }
  const { items } = await readPath(file);
  assert.match(missingIn(items).join(), /too many|is not there/);
});

test("read() begins a fork with what it continues of another thread, and nothing later", async () => {
  const home = makeScratch();
  const { ends } = writeRollout(home, [...turn("Alpha"), ...turn("Later")], {});
  const { file } = writeRollout(home, turn("Fork"), {
    thread: STRANGER,
    meta: { forked_from_id: THREAD, history_base: historyBase(THREAD, 3, ends) },
  });
  const { items } = await readPath(file);
  assert.deepEqual(textsOf(items), ["Alpha", "Alpha: done", "Fork", "Fork: done"]);
});

test("open() finds sub-agents that were started before the user went back", async () => {
  const home = makeScratch();
  const [, , newest = ""] = writeRevertedThread(home);
  writeRollout(home, turn("Help"), {
    thread: STRANGER,
    day: "2026/11/16",
    meta: { parent_thread_id: THREAD },
  });
  const { items } = await readPath(newest);
  assert.deepEqual(textsOf(items.filter(({ thread }) => thread === STRANGER)), [
    "Help",
    "Help: done",
  ]);
});

test("a thread in which the user went back is listed, searched, imported, moved and undone as one", async () => {
  const home = makeScratch();
  const options = startOptions(home);
  writeRevertedThread(home);
  const list = () => run(["sessions", "--all"], home).sessions;
  assert.deepEqual(
    list().map(({ id }) => id),
    [THREAD],
  );
  for (const term of ["Alpha", "Delta"]) {
    assert.ok(JSON.stringify(run(["search", term], home)).includes(THREAD), term);
  }
  assert.equal(holdall(["init"], options).code, 0);
  assert.equal(holdall(["import", THREAD], options).code, 0);
  const moved = run(["handoff", THREAD, "codex"], home);
  assert.equal(moved.conversation.complete, true);
  const { items } = await readPath(moved.path);
  assert.deepEqual(textsOf(items), IN_FORCE);
  assert.ok(!fs.readFileSync(moved.path, "utf8").includes("history_base"));
  assert.equal(list().length, 2);
  assert.equal(holdall(["handoff", "--undo", moved.session_id], options).code, 0);
  assert.equal(list().length, 1);
});

test("read() lets a record of its thread roll nothing back in another rollout", async () => {
  const home = makeScratch();
  const { ends } = writeRollout(home, turn("Alpha"), {});
  const rollback = recordOf("event_msg", { type: "thread_rolled_back", num_turns: 1 });
  const { file } = writeRollout(home, [...turn("Bravo"), rollback, ...turn("Delta")], {
    rollout: ROLLOUTS[0],
    meta: { history_base: historyBase(THREAD, 3, ends) },
  });
  const { items } = await readPath(file);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), [
    "Alpha",
    "Alpha: done",
    "Delta",
    "Delta: done",
  ]);
});
