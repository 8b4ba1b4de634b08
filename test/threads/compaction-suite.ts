import assert from "node:assert/strict";
import { HoldallError } from "../../src/base/errors.ts";
import { cutPoints } from "../../src/compaction/cut-points.ts";
import { extractive } from "../../src/compaction/extractive/extractive.ts";
import type { Summariser, SummariserInput } from "../../src/compaction/summariser.ts";
import { readArtifact } from "../../src/ledger/artifacts.ts";
import { endAbandonedWork, LEASE_MS } from "../../src/ledger/leases.ts";
import { toText } from "../../src/ledger/texts.ts";
import { branchThread } from "../../src/threads/branch.ts";
import { createCheckpoint } from "../../src/threads/checkpoints.ts";
import { compactThread } from "../../src/threads/compaction/compact.ts";
import { readCompactionStatus } from "../../src/threads/compaction/compaction-status.ts";
import { openMessageIndex } from "../../src/threads/message-index.ts";
import { type ScheduleRequest, scheduleCompaction } from "../../src/threads/schedule.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { ada, check, type Desk, outputText, type ThreadCheck, typesOf } from "./conversation.ts";

async function threadOf(desk: Desk, messages: number): Promise<string> {
  const thread = await desk.thread();
  for (let n = 1; n <= messages; n++) await desk.turn(thread, `question ${n}`, `answer ${n}`);
  return thread;
}

const asked = (thread: string, more: Partial<ScheduleRequest> = {}): ScheduleRequest => ({
  thread,
  stride_messages: 2,
  dry_run: false,
  block_on_inflight: true,
  execute: true,
  actor: ada,
  summariser: extractive,
  ...more,
});

async function summaryOf(desk: Desk, id: string | undefined) {
  const bytes = await desk.ledger.read((tx) => readArtifact(tx, id ?? ""));
  return JSON.parse(Buffer.from(bytes ?? []).toString());
}

const points = (desk: Desk, thread: string, stride_messages: number, limit: number) =>
  desk.ledger.read(async (tx) => {
    const { index } = await openMessageIndex(tx, thread);
    return (await cutPoints(index, { stride_messages, limit })).cut_points;
  });

/** A summariser that records which turns it got. */
function watching(seen: string[][], failAt = Number.POSITIVE_INFINITY): Summariser {
  return {
    id: "watching",
    async summarise(input: SummariserInput) {
      const turns = await Array.fromAsync(input.turns());
      seen.push(turns.map(({ user, reply }) => `${user.content}/${reply?.text}`));
      if (seen.length >= failAt) throw new HoldallError("E_IO", "Cannot summarise: no ink");
      return `up to ${input.cut.target_message_ordinal}`;
    },
  };
}

let time = 0;
const clock = () => {
  time = Date.parse("2026-07-01T00:00:00Z");
  return { now: () => new Date(time) };
};

/** Where threads are cut, and what summaries come of it. */
export const compactionSuite: readonly ThreadCheck[] = [
  check("cut points count messages, whatever lies between them", async (desk) => {
    const thread = await desk.thread();
    assert.deepEqual(await points(desk, thread, 3, 1), []);
    for (let n = 1; n <= 7; n++) {
      const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, `m${n}`));
      const effects = { type: "tool_side_effects", tool_id: "t", affected_paths: null };
      await desk.append(run, ...Array(50).fill(effects));
      await desk.end(run);
      if (n === 2) assert.deepEqual(await points(desk, thread, 3, 1), []);
    }
    const ordinals = async (limit: number) =>
      (await points(desk, thread, 3, limit)).map((point) => point.target_message_ordinal);
    assert.deepEqual(
      [await ordinals(1), await ordinals(3), await ordinals(100)],
      [[6], [6, 3], [6, 3]],
    );
    await assert.rejects(points(desk, thread, 0, 1), { code: "E_USAGE" });
    await assert.rejects(points(desk, "nope", 1, 1), { code: "E_NOT_FOUND" });
    const [newest] = await points(desk, thread, 3, 1);
    assert.equal(newest?.already_checkpointed, false);
    await desk.ledger.write((unit) =>
      createCheckpoint(unit, thread, {
        target: { to_seq: newest?.to_seq ?? 0 },
        summary_markdown: "Here.",
        actor: ada,
      }),
    );
    assert.equal((await points(desk, thread, 3, 1))[0]?.already_checkpointed, true);
  }),

  check("makeCheckpoint() refuses what cannot stand for a cut", async (desk) => {
    const thread = await threadOf(desk, 2);
    const other = await threadOf(desk, 1);
    const create = (target: object, more: object = { summary_markdown: "x" }, id = thread) =>
      desk.ledger.write((unit) => createCheckpoint(unit, id, { target, actor: ada, ...more }));
    const rejects = (work: Promise<unknown>, code: string) => assert.rejects(work, { code });
    await rejects(create({ to_seq: 1 }, {}), "E_USAGE");
    await rejects(create({ to_seq: 1, to_message_id: "x" }), "E_NOT_FOUND");
    await rejects(create({ to_message_id: "nope" }), "E_NOT_FOUND");
    await rejects(create({ to_seq: 2 }), "E_NOT_FOUND");
    await rejects(create({ stride_messages: 3 }), "E_RANGE");
    await rejects(create({ to_seq: 1 }, { summary_artifact_id: "0".repeat(64) }), "E_NOT_FOUND");
    await rejects(create({ to_seq: 1 }, { summary_artifact_id: "../x" }), "E_NOT_FOUND");
    const { summary_artifact_id } = await create({ to_seq: 1 }, undefined, other);
    await rejects(create({ to_seq: 1 }, { summary_artifact_id }), "E_SCHEMA");
    const own = await create({ to_seq: 1 });
    await rejects(
      create({ to_seq: 4 }, { summary_artifact_id: own.summary_artifact_id }),
      "E_SCHEMA",
    );
    const again = await create({ to_seq: 1 }, { summary_artifact_id: own.summary_artifact_id });
    assert.notEqual(again.checkpoint_id, own.checkpoint_id);
    const types = await typesOf(desk, thread);
    assert.deepEqual(types.slice(-2), Array(2).fill("compaction_checkpoint_created"));
  }),

  check(
    "compactThread() records a job, its checkpoints oldest first, and its end",
    async (desk) => {
      const thread = await threadOf(desk, 5);
      const before = (await typesOf(desk, thread)).length;
      const dry = await compactThread(
        desk.ledger,
        asked(thread, { dry_run: true, max_new_checkpoints: 9 }),
      );
      assert.deepEqual([dry.status, dry.planned.length], ["noop", 2]);
      assert.equal((await typesOf(desk, thread)).length, before);
      const done = await compactThread(desk.ledger, asked(thread, { max_new_checkpoints: 9 }));
      assert.equal(done.status, "completed");
      const checkpoint = "compaction_checkpoint_created";
      const types = (await typesOf(desk, thread)).slice(before);
      assert.deepEqual(types, ["job_spawned", checkpoint, checkpoint, "job_ended"]);
      const [first, second] = done.created;
      assert.ok((first?.to_seq ?? 0) < (second?.to_seq ?? 0));
      const summary = await summaryOf(desk, second?.summary_artifact_id);
      assert.equal(summary.basis.base_summary_artifact_id, first?.summary_artifact_id);
      assert.deepEqual(summary.provenance.produced_by, { type: "job", id: done.job_id });
      assert.match(summary.summary_markdown, /answer 4/);
      const again = await compactThread(desk.ledger, asked(thread, { max_new_checkpoints: 9 }));
      assert.equal(again.status, "noop");
      assert.equal((await typesOf(desk, thread)).length, before + 4);
    },
  ),

  check(
    "each summary is given exactly the turns since the one before, both sides",
    async (desk) => {
      const thread = await threadOf(desk, 4);
      const seen: string[][] = [];
      const request = asked(thread, { max_new_checkpoints: 2, summariser: watching(seen) });
      await compactThread(desk.ledger, request);
      assert.deepEqual(seen, [
        ["question 1/answer 1", "question 2/answer 2"],
        ["question 3/answer 3", "question 4/answer 4"],
      ]);
    },
  ),

  check("a turn that is still being answered is not summarised", async (desk) => {
    const thread = await threadOf(desk, 1);
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "two"));
    assert.equal((await compactThread(desk.ledger, asked(thread))).status, "noop");
    await desk.append(run, outputText("2"));
    await desk.end(run);
    assert.equal((await compactThread(desk.ledger, asked(thread))).status, "completed");
  }),

  check("a base that cannot be used makes the summary begin at the beginning", async (desk) => {
    const thread = await threadOf(desk, 4);
    const seen: string[][] = [];
    const placeholder = `# Compaction summary (auto)\n\n${["kind", "cut_rule_id", "stride_messages", "target_message_ordinal", "to_seq", "to_message_id"].map((key) => `- ${key}: x`).join("\n")}\n`;
    const [, first] = await points(desk, thread, 2, 2);
    await desk.ledger.write((unit) =>
      createCheckpoint(unit, thread, {
        target: { to_seq: first?.to_seq ?? 0 },
        summary_markdown: placeholder,
        actor: ada,
      }),
    );
    const { created } = await compactThread(
      desk.ledger,
      asked(thread, { summariser: watching(seen) }),
    );
    assert.equal(seen[0]?.length, 4);
    const { basis } = await summaryOf(desk, created[0]?.summary_artifact_id);
    assert.equal(basis.note, "bootstrap_from_truth_v0.2/legacy_base");
  }),

  check("a failure in the middle keeps what was made and says what went wrong", async (desk) => {
    const thread = await threadOf(desk, 6);
    const request = asked(thread, { max_new_checkpoints: 3, summariser: watching([], 3) });
    const done = await compactThread(desk.ledger, request);
    assert.deepEqual([done.status, done.created.length], ["failed", 2]);
    const last = (await desk.events(threadStream(thread))).at(-1);
    assert.equal(last?.body.status, "failed");
    assert.equal(last?.body.error, "Cannot summarise: no ink");
    assert.match(JSON.stringify(last?.body.result), /"created":\[\{.+\},\{.+\}\]/);
    const status = await desk.ledger.read((tx) => readCompactionStatus(tx, thread, 2));
    assert.equal(status.inflight_job_id, null);
    assert.equal(status.last_job_outcome?.status, "failed");
    assert.equal(status.next_cut_point?.target_message_ordinal, 6);
  }),

  check(
    "scheduleCompaction() decides as the table says, and records only what it did",
    async (desk) => {
      const thread = await threadOf(desk, 6);
      const count = async () => (await typesOf(desk, thread)).length;
      const schedule = (more: Partial<ScheduleRequest>) =>
        scheduleCompaction(desk.ledger, asked(thread, more));
      const before = await count();
      assert.equal((await schedule({ stride_messages: 10 })).decision, "noop");
      assert.equal((await schedule({ dry_run: true })).decision, "dry_run");
      assert.equal(await count(), before);
      const left = await schedule({ execute: false });
      assert.equal(left.decision, "scheduled");
      assert.deepEqual((await typesOf(desk, thread)).slice(before), [
        "compaction_auto_schedule_decided",
        "job_spawned",
      ]);
      const skipped = await schedule({});
      assert.deepEqual(
        [skipped.decision, skipped.inflight_job_id],
        ["skipped_inflight", left.job_id],
      );
      const last = (await desk.events(threadStream(thread))).at(-1);
      assert.deepEqual(last?.body.reason, { job_id: left.job_id, kind: "inflight_job" });
      assert.equal(last?.id, skipped.decision_id);
      assert.equal((await schedule({ block_on_inflight: false })).decision, "completed");
      assert.equal(
        left.policy_id,
        "compaction_auto_schedule_v1/stride_messages_v1/2/max_new_checkpoints_v1/1/block_on_inflight_v1/true",
      );
    },
  ),

  check(
    "a job that nobody works on stops blocking once its lease is over",
    async (desk) => {
      const thread = await threadOf(desk, 2);
      const left = await scheduleCompaction(desk.ledger, asked(thread, { execute: false }));
      time += LEASE_MS;
      const ended = await endAbandonedWork(desk.ledger, { unleased: false });
      assert.deepEqual(
        ended.map(({ name }) => name),
        [`job:${left.job_id}`],
      );
      assert.deepEqual(await endAbandonedWork(desk.ledger, { unleased: true }), []);
      const last = (await desk.events(threadStream(thread))).at(-1);
      assert.deepEqual([last?.body.status, last?.body.error], ["failed", "interrupted"]);
      const done = await scheduleCompaction(desk.ledger, asked(thread));
      assert.equal(done.decision, "completed");
    },
    clock,
  ),

  check("four schedulers at once leave no gap and make one cut once", async (desk) => {
    const thread = await threadOf(desk, 2);
    await Promise.all([1, 2, 3, 4].map(() => scheduleCompaction(desk.ledger, asked(thread))));
    const events = await desk.events(threadStream(thread));
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [...events.keys()],
    );
    assert.equal(events.filter(({ type }) => type.endsWith("checkpoint_created")).length, 1);
  }),

  check("a branch's first summary covers what it inherited", async (desk) => {
    const parent = await threadOf(desk, 1);
    const child = { workspace: "desk", title: null, actor: ada };
    const { child_id } = await desk.ledger.write((unit) =>
      branchThread(unit, { thread: parent, cut: {} }, child),
    );
    await desk.turn(child_id, "mine", "1");
    const seen: string[][] = [];
    const request = asked(child_id, { stride_messages: 1, summariser: watching(seen) });
    await compactThread(desk.ledger, request);
    assert.deepEqual(seen, [["question 1/answer 1", "mine/1"]]);
  }),

  check("tokens that have gathered make a cut due, which leaves the newest turns", async (desk) => {
    const thread = await threadOf(desk, 10);
    const seen: string[][] = [];
    const request = { over_tokens: 100, summariser: watching(seen) };
    const compact = (more: object) =>
      compactThread(desk.ledger, asked(thread, { ...request, ...more }));
    assert.equal((await compact({ over_tokens: 1000 })).status, "noop");
    const first = await compact({});
    assert.equal(first.created[0]?.cut_rule_id, "over_tokens_v1/100");
    assert.equal(seen[0]?.length, first.planned[0]?.target_message_ordinal);
    assert.ok((seen[0]?.length ?? 0) >= 5 && (seen[0]?.length ?? 0) < 10);
    assert.equal((await compact({})).status, "noop");
    for (let n = 11; n <= 20; n++) await desk.turn(thread, `question ${n}`, `answer ${n}`);
    await compact({});
    assert.equal(
      seen[1]?.[0],
      `question ${(seen[0]?.length ?? 0) + 1}/answer ${(seen[0]?.length ?? 0) + 1}`,
    );
    await assert.rejects(compact({ over_tokens: 0 }), { code: "E_USAGE" });
  }),

  check("scheduleCompaction() counts tokens when it is told to", async (desk) => {
    const thread = await threadOf(desk, 10);
    const schedule = (over_tokens: number) =>
      scheduleCompaction(desk.ledger, asked(thread, { over_tokens }));
    assert.equal((await schedule(1000)).decision, "noop");
    const done = await schedule(100);
    assert.equal(done.decision, "completed");
    assert.match(done.policy_id, /^compaction_auto_schedule_v1\/over_tokens_v1\/100\//);
    assert.equal(done.created[0]?.cut_rule_id, "over_tokens_v1/100");
    const decided = (await desk.events(threadStream(thread))).find(
      ({ id }) => id === done.decision_id,
    );
    assert.equal(decided?.body.cut_rule_id, "over_tokens_v1/100");
    assert.equal((await schedule(100)).decision, "noop");
    await assert.rejects(schedule(0), { code: "E_USAGE" });
  }),

  check("a summary's text is one of the artifacts that the log names", async (desk) => {
    const thread = await threadOf(desk, 2);
    const { created } = await compactThread(desk.ledger, asked(thread));
    const id = created[0]?.summary_artifact_id ?? "";
    const bytes = await desk.ledger.read((tx) => readArtifact(tx, id));
    assert.equal(toText(bytes ?? "").ref.sha256, id);
    const again = await desk.compile(thread, { message: undefined });
    assert.equal(again.selection.resets[0]?.reason, "covers_anchor");
  }),
];
