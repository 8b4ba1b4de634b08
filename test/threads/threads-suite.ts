import assert from "node:assert/strict";
import { createFindings } from "../../src/base/findings.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { branchThread, handOffThread } from "../../src/threads/branch.ts";
import { threadFrames } from "../../src/threads/follow.ts";
import { listThreads } from "../../src/threads/list.ts";
import { showThread } from "../../src/threads/show.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { archiveThread, ensureThread } from "../../src/threads/threads.ts";
import {
  ada,
  check,
  type Desk,
  openDesk,
  outputText,
  type ThreadCheck,
  typesOf,
} from "./conversation.ts";

const child = { workspace: "desk", title: null, actor: ada };

function refuses(work: Promise<unknown>, code: string) {
  return assert.rejects(work, { code });
}

const branch = (desk: Desk, thread: string, cut = {}) =>
  desk.ledger.write((unit) => branchThread(unit, { thread, cut }, child));
const hand = (desk: Desk, thread: string, handoff: object, cut = {}) =>
  desk.ledger.write((unit) => handOffThread(unit, { thread, cut, handoff }, child));

/** Beginning, listing, posting, branching, handing over and following. */
export const threadsSuite: readonly ThreadCheck[] = [
  check("createThread() begins with one event and says that there is no title", async (desk) => {
    const thread = await desk.thread();
    const [created] = await desk.events(threadStream(thread));
    assert.deepEqual(created?.body, { title: null, workspace: "desk" });
    assert.deepEqual(await typesOf(desk, thread), ["created"]);
  }),

  check("ensureThread() gives twenty callers at once the same thread", async (desk, subject) => {
    const others = await Promise.all([1, 2, 3].map(() => openDesk(desk.location)));
    const desks = [desk, ...others];
    const calls = Array.from({ length: 20 }, (_, n) =>
      desks[n % 4]?.ledger.write((unit) => ensureThread(unit, { workspace: "desk" })),
    );
    const ids = new Set((await Promise.all(calls)).map((each) => each?.thread_id));
    assert.equal(ids.size, 1, subject.name);
    const threads = await desk.ledger.read((tx) => listThreads(tx, { archived: true }));
    assert.equal(threads.length, 1);
    for (const each of others) await each.ledger.close();
  }),

  check("ensureThread() takes no branch, no handoff and nothing put away", async (desk) => {
    const ensure = () => desk.ledger.write((unit) => ensureThread(unit, { workspace: "desk" }));
    const { thread_id: old } = await ensure();
    await desk.post(old, "one");
    await branch(desk, old);
    await hand(desk, old, { summary_markdown: "go on" });
    assert.equal((await ensure()).thread_id, old);
    const archived = { archived: true, actor: ada };
    await desk.ledger.write((unit) => archiveThread(unit, old, archived));
    const { thread_id: next, created } = await ensure();
    assert.ok(created && next !== old);
  }),

  check("a hundred appends of eight callers leave no gap in three threads", async (desk) => {
    const threads = await Promise.all([desk.thread(), desk.thread(), desk.thread()]);
    const work = Array.from({ length: 100 }, (_, n) =>
      desk.post(threads[n % 3] ?? "", `message ${n}`),
    );
    await Promise.all(work);
    for (const thread of threads) {
      const seqs = (await desk.events(threadStream(thread))).map(({ seq }) => seq);
      assert.deepEqual(seqs, [...seqs.keys()]);
    }
    const shown = await desk.ledger.read((tx) => showThread(tx, threads[0] ?? "", { limit: 100 }));
    assert.deepEqual(
      shown.turns.map(({ user }) => user.ordinal),
      Array.from({ length: 34 }, (_, n) => n + 1),
    );
  }),

  check("findThread() takes the beginning of an id when only one begins so", async (desk) => {
    const thread = await desk.thread("One");
    assert.equal((await desk.post(thread.slice(0, 20), "x")).length, 36);
    await refuses(desk.post("nope", "x"), "E_NOT_FOUND");
    await refuses(desk.post("../../etc", "x"), "E_NOT_FOUND");
    await desk.thread("Two");
    await refuses(desk.post(thread.slice(0, 2), "x"), "E_USAGE");
  }),

  check("postMessage() refuses a message that says nothing", async (desk) => {
    const thread = await desk.thread();
    await refuses(desk.post(thread, " \n\t"), "E_USAGE");
    assert.deepEqual(await typesOf(desk, thread), ["created"]);
  }),

  check("archiveThread() leaves the thread out of lists and takes it back", async (desk) => {
    const thread = await desk.thread("Old");
    const put = (archived: boolean) =>
      desk.ledger.write((unit) => archiveThread(unit, thread, { archived, actor: ada }));
    assert.equal((await put(true)).changed, true);
    assert.equal((await put(true)).changed, false);
    const list = (archived: boolean) => desk.ledger.read((tx) => listThreads(tx, { archived }));
    assert.equal((await list(false)).length, 0);
    assert.equal((await list(true))[0]?.title, "Old");
    await put(false);
    assert.equal((await list(false)).length, 1);
  }),

  check("branchThread() leaves a finished turn with its answer", async (desk) => {
    const thread = await desk.thread();
    const message = await desk.turn(thread, "one", "1");
    await desk.post(thread, "two");
    const before = await desk.events(threadStream(thread));
    const born = await branch(desk, thread, { message });
    assert.deepEqual([born.seq, born.message_id], [3, message]);
    assert.deepEqual(await typesOf(desk, born.child_id), ["created", "branched"]);
    assert.deepEqual(await desk.events(threadStream(thread)), before);
    const all = await branch(desk, thread);
    assert.equal(all.seq, 4);
    assert.notEqual(all.message_id, null);
  }),

  check("branchThread() refuses two places, one past the end and one that is not", async (desk) => {
    const thread = await desk.thread();
    const message = await desk.post(thread, "one");
    await refuses(branch(desk, thread, { message, seq: 1 }), "E_USAGE");
    await refuses(branch(desk, thread, { seq: 2 }), "E_USAGE");
    await refuses(branch(desk, thread, { message: "nope" }), "E_NOT_FOUND");
    await refuses(branch(desk, "nope"), "E_NOT_FOUND");
  }),

  check("handOff() makes nothing when what it is to give is missing or wrong", async (desk) => {
    const thread = await desk.thread();
    await desk.post(thread, "one");
    await refuses(hand(desk, thread, {}), "E_USAGE");
    await refuses(hand(desk, thread, { summary_markdown: " " }), "E_USAGE");
    await refuses(hand(desk, thread, { summary_artifact_id: "../x" }), "E_USAGE");
    await refuses(hand(desk, thread, { summary_artifact_id: "0".repeat(64) }), "E_NOT_FOUND");
    const { source, bundle } = await desk.compile(thread);
    assert.equal(source.thread_id, thread);
    await desk.ledger.store.artifacts.put(bundle.artifact_id, bundle.bytes);
    await refuses(hand(desk, thread, { summary_artifact_id: bundle.artifact_id }), "E_SCHEMA");
    const threads = await desk.ledger.read((tx) => listThreads(tx, { archived: true }));
    assert.equal(threads.length, 1);
  }),

  check("threadFrames() gives every event once, from where one left off", async (desk) => {
    const thread = await desk.thread("Followed");
    for (let n = 0; n < 300; n++) await desk.post(thread, `message ${n}`);
    const read = async (from: number) => {
      const frames = await Array.fromAsync(threadFrames(desk.ledger, thread, from));
      return frames.map(({ line }) => JSON.parse(line));
    };
    const frames = await read(0);
    assert.deepEqual(
      frames.map(({ seq }) => seq),
      [...Array(301).keys()],
    );
    assert.equal(frames[0].title, "Followed");
    assert.equal(frames[300].content, "message 299");
    assert.deepEqual(await read(299), frames.slice(299));
    assert.deepEqual(await read(301), []);
  }),

  check("the tables of threads are the same after a rebuild", async (desk) => {
    const thread = await desk.thread("Rebuilt");
    await desk.turn(thread, "one", "1");
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "two"));
    await desk.record(run);
    const call = { type: "tool_call", call_id: "c", name: "ls", arguments: {} };
    const effects = { type: "tool_side_effects", tool_id: "c", affected_paths: ["a"] };
    await desk.append(
      run,
      call,
      { type: "tool_result", call_id: "c", content: "a" },
      effects,
      outputText("2"),
    );
    await desk.end(run);
    await branch(desk, thread);
    const findings = createFindings();
    const { projections } = await verifyLedger(desk.ledger, findings);
    assert.equal(projections, 2); // And the one of the ledger itself.
    assert.deepEqual(findings.list(), []);
  }),
];
