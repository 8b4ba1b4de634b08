import assert from "node:assert/strict";
import { createFindings } from "../../src/base/findings.ts";
import type { JsonObject } from "../../src/base/json/value.ts";
import { extractive } from "../../src/compaction/extractive/extractive.ts";
import { toText } from "../../src/ledger/texts.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { branchThread } from "../../src/threads/branch.ts";
import { compactThread } from "../../src/threads/compaction/compact.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { ada, check, type Desk, type ThreadCheck } from "./conversation.ts";

/** One event of a thread: its type without what all begin with, and what it says. */
type Frame = readonly [type: string, body: JsonObject];

/** What `verify` says about order: the codes, each with the seq it is about. */
async function disorder({ ledger }: Desk): Promise<readonly string[]> {
  const findings = createFindings();
  await verifyLedger(ledger, findings);
  return findings.list().map(({ code, details }) => `${code} ${details?.seq}`);
}

/** Appends events to a thread past every rule. */
async function force(desk: Desk, thread: string, frames: readonly Frame[], isImported = false) {
  await desk.ledger.append(
    frames.map(([type, body], at) => ({
      stream: threadStream(thread),
      type: `continuity_${type}`,
      actor: ada,
      body,
      ...(isImported ? { raw: toText(`line ${thread} ${type} ${at}`) } : {}),
    })),
  );
}

const run = { run_session_id: "r", message_id: "m" };
const chosen = { run_session_id: "r", message_id: "m", limits: {} };
const compiled = { run_session_id: "r", from_seq: 2, from_message_id: "m" };
const checkpoint = { from_seq: 0, to_seq: 1, to_message_id: "m", summary_kind: "other" };
const spawned: Frame = ["run_spawned", run];
const ended: Frame = ["run_ended", { ...run, reason: "completed" }];
const selected: Frame = ["context_selection_decided", chosen];
const job: Frame = ["job_spawned", { job_id: "j", job_kind: "k" }];
const jobEnded: Frame = ["job_ended", { job_id: "j", job_kind: "k", status: "completed" }];

/** What follows a thread's creation and its message `m`, and the seqs that are out of order. */
const stories: Readonly<
  Record<string, readonly [frames: readonly Frame[], wrong: readonly number[]]>
> = {
  "a whole turn": [
    [spawned, selected, ["context_compiled", compiled], ["tool_side_effects", run], ended],
    [],
  ],
  "a creation that comes again": [[["created", { title: null }]], [2]],
  "a branching that comes late": [[["branched", { parent_thread_id: "t", parent_seq: 0 }]], [2]],
  "a run of a message that is not there": [[["run_spawned", { ...run, message_id: "x" }]], [2]],
  "a run that begins twice": [[spawned, spawned], [3]],
  "a run that ends twice": [[spawned, ended, ended], [4]],
  "a run that ends without a beginning": [[ended], [2]],
  "a run that ends for another message": [
    [spawned, ["run_ended", { ...run, message_id: "n", reason: "x" }]],
    [3],
  ],
  "a selection without a run": [[selected], [2]],
  "a selection after the end": [[spawned, ended, selected], [4]],
  "a compile without a selection": [[spawned, ["context_compiled", compiled]], [3]],
  "a compile that saw what was yet to come": [
    [spawned, selected, ["context_compiled", { ...compiled, from_seq: 9 }]],
    [4],
  ],
  "a compile for a message that is not there": [
    [spawned, selected, ["context_compiled", { ...compiled, from_message_id: "x" }]],
    [4],
  ],
  "changes of a run that has ended": [[spawned, ended, ["tool_side_effects", run]], [4]],
  "a cursor of a run that has ended": [
    [spawned, ended, ["provider_cursor_updated", { run_session_id: "r" }]],
    [4],
  ],
  "a cursor of no run": [[["provider_cursor_updated", { provider: "p" }]], []],
  "a job that begins twice and ends twice": [
    [job, job, jobEnded, jobEnded],
    [3, 5],
  ],
  "a job that ends without a beginning": [[jobEnded], [2]],
  "a checkpoint": [[["compaction_checkpoint_created", checkpoint]], []],
  "a checkpoint at no message": [
    [["compaction_checkpoint_created", { ...checkpoint, to_seq: 0 }]],
    [2],
  ],
  "a checkpoint at another message": [
    [["compaction_checkpoint_created", { ...checkpoint, to_message_id: "n" }]],
    [2],
  ],
  "a checkpoint of what was yet to come": [
    [["compaction_checkpoint_created", { ...checkpoint, to_seq: 7 }]],
    [2],
  ],
  "a checkpoint that ends before it begins": [
    [["compaction_checkpoint_created", { ...checkpoint, from_seq: 2 }]],
    [2],
  ],
};

/** A thread with the message `m`, and what follows. */
async function assertOrder(
  desk: Desk,
  frames: readonly Frame[],
  { thread = "t", isImported = false } = {},
): Promise<void> {
  const text = toText("hello");
  const message = { type: "continuity_message_appended", id: "m", body: { content: text.ref } };
  await force(desk, thread, [["created", { workspace: "w", title: null }]], isImported);
  await desk.ledger.append([
    { stream: threadStream(thread), actor: ada, texts: [text], ...message },
  ]);
  await force(desk, thread, frames, isImported);
}

/** Which order the events of a thread must have, checked over every store. */
export const orderSuite: readonly ThreadCheck[] = [
  ...Object.entries(stories).map(([what, [frames, wrong]]) =>
    check(`verify knows the order of ${what}`, async (desk) => {
      await assertOrder(desk, frames);
      assert.deepEqual(
        await disorder(desk),
        wrong.map((seq) => `E_ORDER ${seq}`),
      );
    }),
  ),

  check("verify warns of an imported thread that is out of order", async (desk) => {
    await assertOrder(desk, [spawned, ended, ended], { isImported: true });
    assert.deepEqual(await disorder(desk), ["W_ORDER 4"]);
  }),

  check("verify finds a thread that does not begin with its creation", async (desk) => {
    await force(desk, "t", [["archived", { archived: true }]]);
    assert.deepEqual(await disorder(desk), ["E_ORDER 0"]);
  }),

  check("verify finds a branch of nothing, and one behind its parent's end", async (desk) => {
    const parent = await desk.thread();
    const created: Frame = ["created", { workspace: "w", title: null }];
    for (const [id, parent_thread_id, parent_seq] of [
      ["a", "nobody", 0],
      ["b", parent, 7],
      ["c", parent, 0],
    ] as const) {
      await force(desk, id, [created, ["branched", { parent_thread_id, parent_seq }]]);
    }
    await force(desk, "d", [created, ["handoff_created", { from_thread_id: parent, from_seq: 1 }]]);
    assert.deepEqual(await disorder(desk), ["E_ORDER 1", "E_ORDER 1", "E_ORDER 1"]);
  }),

  check("what the program itself does is always in order", async (desk) => {
    const thread = await desk.thread();
    for (let n = 1; n <= 4; n++) {
      const message = await desk.post(thread, `question ${n}`);
      const { run_session_id } = await desk.begin(thread, message);
      await desk.record(run_session_id);
      await desk.end(run_session_id, n === 2 ? "cancelled" : "completed");
    }
    const request = { thread, stride_messages: 2, dry_run: false, actor: ada };
    await compactThread(desk.ledger, { ...request, summariser: extractive });
    const child = { workspace: "desk", title: null, actor: ada };
    await desk.ledger.write((unit) => branchThread(unit, { thread, cut: {} }, child));
    assert.deepEqual(await disorder(desk), []);
  }),

  check("verify goes on behind events whose words were altered", async (desk) => {
    for (const [at, body] of ["null", '{"sha256":', '{"run_session_id":7}'].entries()) {
      const thread = `t${at}`;
      await assertOrder(desk, [spawned, ended, ended], { thread });
      await desk.ledger.store.transaction("write", (tx) =>
        tx.run("update ledger_events set body = ? where stream = ? and seq = 3", [
          body,
          threadStream(thread),
        ]),
      );
    }
    const found = await disorder(desk);
    assert.equal(found.filter((each) => each === "E_CHAIN 3").length, 3);
    assert.deepEqual(new Set(found), new Set(["E_CHAIN 3", "E_STATE undefined"]));
  }),
];
