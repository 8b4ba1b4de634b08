import assert from "node:assert/strict";
import { endAbandonedWork, hasExpiredLeases, LEASE_MS } from "../../src/ledger/leases.ts";
import type { LedgerOptions } from "../../src/ledger/ledger.ts";
import { cursorSet, cursorStatus, rotateCursor } from "../../src/threads/cursors.ts";
import { findRun } from "../../src/threads/find.ts";
import { endRun } from "../../src/threads/runs.ts";
import { showThread } from "../../src/threads/show.ts";
import { runStream, threadStream } from "../../src/threads/stream.ts";
import {
  ada,
  check,
  type Desk,
  openDesk,
  outputText,
  type ThreadCheck,
  typesOf,
} from "./conversation.ts";

let time = 0;
/** A clock that is stopped unless a check moves it. */
const clock = (): LedgerOptions => {
  time = Date.parse("2026-07-01T00:00:00Z");
  return { now: () => new Date(time) };
};

async function lastTurn(desk: Desk, thread: string) {
  const { turns } = await desk.ledger.read((tx) => showThread(tx, thread, { limit: 1 }));
  const [turn] = turns;
  assert.ok(turn);
  return turn;
}

const refused = [
  {},
  [],
  "text",
  { type: "session_ended", reason: "completed" },
  { type: "continuity_run_ended" },
  { type: "output_text_delta" },
  { type: "output_text_delta", delta: 1 },
  { type: "tool_started", tool_id: "a" },
  { type: "no_such_frame" },
  { type: "__proto__" },
];

/** Runs as they are reported, and what becomes of those that are not. */
export const runsSuite: readonly ThreadCheck[] = [
  check("a run is recorded in order, on the thread and on its own stream", async (desk) => {
    const thread = await desk.thread();
    await desk.post(thread, "question");
    const { run_session_id: run } = await desk.begin(thread);
    await desk.record(run);
    await desk.append(run, outputText("hel"), outputText("lo"));
    await desk.end(run);
    assert.deepEqual(await typesOf(desk, thread), [
      "created",
      "message_appended",
      "run_spawned",
      "context_selection_decided",
      "context_compiled",
      "run_ended",
    ]);
    const session = await desk.events(runStream(run));
    assert.deepEqual(
      session.map(({ type }) => type),
      ["session_started", "output_text_delta", "output_text_delta", "session_ended"],
    );
    const { reply } = await lastTurn(desk, thread);
    assert.deepEqual(reply, { run_session_id: run, text: "hello", reason: "completed" });
  }),

  check("ten runs at once on one thread each keep their own order", async (desk) => {
    const thread = await desk.thread();
    const runs = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, `q${n}`));
        await desk.record(run);
        await desk.append(run, outputText(`a${n}`));
        await desk.end(run);
        return run;
      }),
    );
    const events = await desk.events(threadStream(thread));
    for (const run of runs) {
      const own = events.filter(({ body }) => body.run_session_id === run);
      assert.deepEqual(
        own.map(({ type }) => type.replace("continuity_", "")),
        ["run_spawned", "context_selection_decided", "context_compiled", "run_ended"],
      );
      assert.equal(own[2]?.body.from_message_id, own[0]?.body.message_id);
    }
  }),

  check("the last run that ended is the answer, and a cancelled one says so", async (desk) => {
    const thread = await desk.thread();
    const message = await desk.post(thread, "question");
    assert.equal((await lastTurn(desk, thread)).reply, null);
    const { run_session_id: first } = await desk.begin(thread, message);
    const { run_session_id: second } = await desk.begin(thread, message);
    await desk.append(second, outputText("second"));
    await desk.end(second);
    await desk.append(first, outputText("fir"));
    await desk.end(first, "cancelled");
    const { reply } = await lastTurn(desk, thread);
    assert.deepEqual([reply?.text, reply?.reason], ["fir", "cancelled"]);
  }),

  check("what was said before and after a tool is joined without a separator", async (desk) => {
    const thread = await desk.thread();
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "question"));
    const call = { type: "tool_started", tool_id: "t", name: "bash", args: { cmd: "ls" } };
    await desk.append(run, outputText("one "), call, {
      type: "tool_stdout",
      tool_id: "t",
      chunk: "a",
    });
    await desk.append(run, { type: "tool_stderr", tool_id: "t", chunk: "!" });
    await desk.append(run, { type: "tool_ended", tool_id: "t", exit_code: 1 }, outputText("two"));
    await desk.end(run);
    const { reply, steps } = await lastTurn(desk, thread);
    assert.equal(reply?.text, "one two");
    assert.deepEqual(
      steps.map((step) => [step.type, "content" in step ? step.content : null]),
      [
        ["tool_call", null],
        ["tool_result", "a!"],
      ],
    );
    assert.equal(steps[1]?.type === "tool_result" && steps[1].ok, false);
  }),

  check("a long result of a tool is named, not copied", async (desk) => {
    const thread = await desk.thread();
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "question"));
    const content = "x".repeat(20_000);
    await desk.append(run, { type: "tool_call", call_id: "c", name: "cat", arguments: "a b" });
    await desk.append(run, { type: "tool_result", call_id: "c", ok: true, content });
    await desk.end(run);
    const [call, result] = (await lastTurn(desk, thread)).steps;
    assert.equal(call?.type === "tool_call" && call.arguments, "a b");
    assert.ok(result?.type === "tool_result" && result.artifact_id && !result.content);
  }),

  check("frames that belong to no run are refused, and nothing of them is kept", async (desk) => {
    const thread = await desk.thread();
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "question"));
    for (const frame of refused) {
      await assert.rejects(desk.append(run, outputText("lost"), frame), { code: "E_SHAPE" });
    }
    assert.equal((await desk.events(runStream(run))).length, 1);
  }),

  check("a run that has ended cannot be gone on with or ended again", async (desk) => {
    const thread = await desk.thread();
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "question"));
    await desk.end(run, "cancelled");
    await assert.rejects(desk.append(run, outputText("late")), { code: "E_CONFLICT" });
    const { run_session_id: other } = await desk.begin(thread);
    await assert.rejects(desk.record(other.slice(0, 4)), { code: "E_USAGE" });
  }),

  check(
    "a run that nobody reports about is ended once as interrupted, a live one never",
    async (desk) => {
      const thread = await desk.thread();
      const message = await desk.post(thread, "question");
      const { run_session_id: lost } = await desk.begin(thread, message);
      const { run_session_id: live } = await desk.begin(thread, message);
      await desk.append(lost, outputText("half a"));
      time += LEASE_MS - 1;
      await desk.append(live, outputText("still here"));
      assert.equal(await hasExpiredLeases(desk.ledger), false);
      time += 1;
      const other = await openDesk(desk.location, { now: () => new Date(time) });
      const recover = (each: Desk) => endAbandonedWork(each.ledger, { unleased: false });
      const ended = await Promise.all([recover(desk), recover(other), recover(other)]);
      assert.deepEqual(
        ended.flat().map(({ name }) => name),
        [`run:${lost}`],
      );
      const ends = (await desk.events(threadStream(thread))).filter(({ type }) =>
        type.endsWith("_ended"),
      );
      assert.deepEqual(
        ends.map(({ body, actor }) => [body.run_session_id, body.reason, actor]),
        [[lost, "interrupted", { id: "system", origin: "recovery" }]],
      );
      const { reply } = await lastTurn(desk, thread);
      assert.deepEqual([reply?.text, reply?.reason], ["half a", "interrupted"]);
      await other.ledger.close();
    },
    clock,
  ),

  check("a cursor is set before the run ends, kept for each key and rotated", async (desk) => {
    const thread = await desk.thread();
    for (const model of ["b", "a", "a"]) {
      const { run_session_id } = await desk.begin(thread, await desk.post(thread, "question"));
      const endpoint = "https://me:secret@api.example/v1?key=secret";
      await desk.ledger.write(async (unit) => {
        const run = await findRun(unit.tx, run_session_id);
        const cursor = { provider: "openresponses", endpoint, model, response_id: run_session_id };
        const before = [cursorSet(run, cursor, ada)];
        await endRun(unit, run, { reason: "completed", actor: ada, before });
      });
    }
    const status = () => desk.ledger.read((tx) => cursorStatus(tx, thread));
    const { active, cursors } = await status();
    assert.deepEqual(
      cursors.map(({ model, endpoint }) => [model, endpoint]),
      [
        ["a", "https://api.example/v1"],
        ["b", "https://api.example/v1"],
      ],
    );
    assert.equal(active?.model, "a");
    assert.deepEqual((await typesOf(desk, thread)).slice(-2), [
      "provider_cursor_updated",
      "run_ended",
    ]);
    const rotate = (model?: string) =>
      desk.ledger.write((unit) =>
        rotateCursor(unit, thread, { filter: { model }, reason: "stale", actor: ada }),
      );
    assert.equal((await rotate("nobody")).rotated, null);
    assert.equal((await rotate("b")).rotated?.action, "rotated");
    assert.equal((await status()).active?.cursor, null);
    assert.notEqual((await status()).cursors[0]?.cursor, null);
  }),
];
