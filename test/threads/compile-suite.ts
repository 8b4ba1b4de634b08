import assert from "node:assert/strict";
import { createFindings } from "../../src/base/findings.ts";
import { defaultLimits } from "../../src/compile/strategies/strategy.ts";
import type { LedgerModule } from "../../src/ledger/projections.ts";
import { toText } from "../../src/ledger/texts.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import type { SqlValue } from "../../src/stores/store.ts";
import { branchThread, handOffThread } from "../../src/threads/branch.ts";
import { createCheckpoint } from "../../src/threads/checkpoints.ts";
import threadsRoom from "../../src/threads/module.ts";
import { recomputeAll } from "../../src/threads/recompute.ts";
import { selectionStatus } from "../../src/threads/selections.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { createdEvent } from "../../src/threads/threads.ts";
import { ada, check, type Desk, outputText, type ThreadCheck } from "./conversation.ts";

const child = { workspace: "desk", title: null, actor: ada };
const recent = { strategy: "recent_messages_v1" };

const branch = async (desk: Desk, thread: string, cut = {}) =>
  (await desk.ledger.write((unit) => branchThread(unit, { thread, cut }, child))).child_id;

const checkpoint = (desk: Desk, thread: string, to_message_id: string, summary = "Summary.") =>
  desk.ledger.write((unit) =>
    createCheckpoint(unit, thread, {
      target: { to_message_id },
      summary_markdown: summary,
      actor: ada,
    }),
  );

/** Branches a thread after a message and says something there. */
async function branchWithMessage(desk: Desk, thread: string, message: string): Promise<string> {
  const id = await branch(desk, thread, { message });
  await desk.post(id, "mine");
  return id;
}

/** The type of event that the room below cannot take. */
let unwanted = "";

/** A room that makes an append fail in the middle. */
const pickyModule: LedgerModule = {
  projection: {
    name: "picky",
    version: 1,
    kinds: ["continuity"],
    tables: [],
    create: () => [],
    apply(_tx, { type }) {
      if (type === unwanted) throw new Error(`unwanted: ${type}`);
    },
  },
};

type Compiled = Awaited<ReturnType<Desk["compile"]>>;

function items({ bundle }: Compiled): readonly string[] {
  return bundle.document.items.map((item) => {
    if (item.type === "message") return `${item.role}: ${item.content}`;
    return "note" in item && item.note ? `${item.type}: ${item.note}` : item.type;
  });
}

function bytes({ bundle }: Compiled): string {
  return Buffer.from(bundle.bytes).toString();
}

const refuses = (work: Promise<unknown>, code: string) => assert.rejects(work, { code });

/** What a compile of a thread shows, and that it can be made again. */
export const compileSuite: readonly ThreadCheck[] = [
  check("the last sixteen messages are shown, and the newest is the last item", async (desk) => {
    const thread = await desk.thread();
    await refuses(desk.compile(thread), "E_NOT_FOUND");
    for (let n = 1; n <= 17; n++) {
      await desk.post(thread, `m${n}`);
      if (![1, 15, 16, 17].includes(n)) continue;
      const shown = items(await desk.compile(thread, recent));
      assert.equal(shown.length, Math.min(n, 16));
      assert.equal(shown.at(-1), `user: m${n}`);
    }
  }),

  check("the cut is the head, or what comes before the next message", async (desk) => {
    const thread = await desk.thread();
    const first = await desk.post(thread, "one");
    const { run_session_id: run } = await desk.begin(thread, first);
    assert.equal((await desk.compile(thread)).source.from_seq, 2);
    await desk.turn(thread, "two", "2");
    await desk.append(run, outputText("late"));
    await desk.end(run);
    const early = await desk.compile(thread, { ...recent, message: first });
    assert.equal(early.source.from_seq, 2);
    assert.deepEqual(items(early), ["user: one"]);
    await desk.post(thread, "three");
    const late = items(await desk.compile(thread, recent));
    assert.deepEqual(late.slice(0, 2), ["user: one", "assistant: late"]);
    await refuses(desk.compile(thread, { message: "nope" }), "E_NOT_FOUND");
    await refuses(desk.compile(thread, { from_seq: 9999 }), "E_USAGE");
  }),

  check("the summaries of a thread and what is left out are recorded", async (desk) => {
    const thread = await desk.thread();
    const messages: string[] = [];
    for (let n = 1; n <= 24; n++) messages.push(await desk.turn(thread, `m${n}`, `a${n}`));
    await checkpoint(desk, thread, messages[3] ?? "");
    await checkpoint(desk, thread, messages[7] ?? "");
    const anchor = await desk.post(thread, "now");
    const strategy = "hierarchical_summaries_recent_messages_v1";
    const { run_session_id: run } = await desk.begin(thread, anchor);
    await desk.record(run, { strategy });
    const { decisions } = await desk.ledger.read((tx) => selectionStatus(tx, thread, 10));
    const [decision] = decisions;
    assert.ok(decision);
    assert.deepEqual(decision.limits, {
      hierarchical_summaries_v1_max_refs: 3,
      recent_messages_v1_limit: 16,
    });
    const refs = decision.compaction_checkpoints as { to_seq: number }[];
    assert.deepEqual(decision.compaction_checkpoint, refs.at(-1));
    assert.deepEqual(decision.reason, {
      cause: "compaction_checkpoint_hierarchy",
      levels: 2,
      selected: strategy,
      to_seqs: refs.map(({ to_seq }) => to_seq),
    });
    assert.equal((decision.omitted as { messages: number }).messages, 1);
    assert.deepEqual(decision.resets, []);
    const none = await desk.ledger.read((tx) => selectionStatus(tx, thread, 0));
    assert.deepEqual(none.decisions, []);
  }),

  check("a checkpoint at the message to be answered does not hide it", async (desk) => {
    const thread = await desk.thread();
    await desk.turn(thread, "one", "1");
    await checkpoint(desk, thread, await desk.post(thread, "two"));
    const { bundle, selection } = await desk.compile(thread);
    assert.deepEqual(
      bundle.document.items.map(({ type }) => type),
      ["message", "message", "message"],
    );
    assert.equal(selection.resets[0]?.reason, "covers_anchor");
    await refuses(
      desk.compile(thread, { strategy: "summaries_recent_messages_v1" }),
      "E_NO_SUMMARY",
    );
  }),

  check("a damaged summary is passed over and that is recorded", async (desk, subject) => {
    const thread = await desk.thread();
    const first = await desk.turn(thread, "one", "1");
    const second = await desk.turn(thread, "two", "2");
    await checkpoint(desk, thread, first, "The first.");
    const long = "The second. ".repeat(1000);
    const { summary_artifact_id } = await checkpoint(desk, thread, second, long);
    await desk.post(thread, "three");
    assert.equal((await desk.compile(thread)).selection.summaries.at(-1)?.to_message_id, second);
    await subject.damage(desk.location, summary_artifact_id, Buffer.from("{}"));
    const { selection } = await desk.compile(thread);
    assert.equal(selection.summaries.at(-1)?.to_message_id, first);
    assert.equal(selection.resets[0]?.reason, "artifact_digest_mismatch");
    await desk.ledger.store.artifacts.remove(summary_artifact_id);
    const gone = await desk.compile(thread);
    assert.equal(gone.selection.resets[0]?.reason, "artifact_unavailable");
  }),

  check(
    "a branch sees its parents up to where it left them, and not one event more",
    async (desk) => {
      const root = await desk.thread();
      const one = await desk.turn(root, "one", "1");
      await desk.turn(root, "two", "2");
      const second = await branch(desk, root, { message: one });
      await desk.turn(second, "deux", "II");
      const third = await branch(desk, second);
      const anchor = await desk.post(third, "trois");
      const shown = await desk.compile(third);
      assert.deepEqual(items(shown), [
        "user: one",
        "assistant: 1",
        "user: deux",
        "assistant: II",
        "user: trois",
      ]);
      const threads = shown.bundle.document.items.map((item) =>
        item.type === "message" ? item.thread_id : null,
      );
      assert.deepEqual(threads, [root, root, second, second, undefined]);
      assert.deepEqual([shown.source.thread_id, shown.base?.kind], [third, "branch"]);
      await desk.turn(root, "more", "3");
      await desk.turn(second, "plus", "III");
      await checkpoint(desk, root, one);
      assert.equal(bytes(await desk.compile(third, { message: anchor })), bytes(shown));
    },
  ),

  check(
    "checkpoints made before the branch are inherited, with the thread they are of",
    async (desk) => {
      const root = await desk.thread();
      const one = await desk.turn(root, "one", "1");
      await desk.turn(root, "two", "2");
      await checkpoint(desk, root, one, "Of the root.");
      const second = await branch(desk, root);
      await desk.post(second, "three");
      const { selection, bundle } = await desk.compile(second);
      assert.equal(selection.summaries[0]?.thread_id, root);
      const [summary, next] = bundle.document.items;
      assert.equal(summary?.type === "summary_ref" && summary.thread_id, root);
      assert.equal(next?.type === "message" && next.content, "two");
    },
  ),

  check("a thread that descends from itself, or from nobody, is refused", async (desk) => {
    const branched = (id: string, parent: string) => [
      createdEvent(id, child),
      {
        stream: threadStream(id),
        type: "continuity_branched",
        actor: ada,
        body: { parent_thread_id: parent, parent_seq: 1 },
      },
    ];
    await desk.ledger.append([...branched("a", "b"), ...branched("b", "a"), ...branched("c", "x")]);
    const deep = Array.from({ length: 66 }, (_, n) => branched(`d${n + 1}`, `d${n}`)).flat();
    await desk.ledger.append([createdEvent("d0", child), ...deep]);
    for (const thread of ["a", "c", "d66"]) {
      await desk.post(thread, "anybody?");
      await refuses(desk.compile(thread), "E_LINEAGE");
    }
    await desk.post("d60", "fine");
    assert.equal(items(await desk.compile("d60")).length, 1);
  }),

  check("a handoff begins with its bundle alone, and so does a branch of it", async (desk) => {
    const parent = await desk.thread();
    await desk.turn(parent, "secret", "1");
    const handoff = { summary_markdown: "Go on with the parser." };
    const { child_id } = await desk.ledger.write((unit) =>
      handOffThread(unit, { thread: parent, cut: {}, handoff }, child),
    );
    await desk.turn(child_id, "first", "1");
    const note = `handoff_bundle_ref: handoff from ${parent}@3`;
    const shown = items(await desk.compile(child_id));
    assert.deepEqual(shown.slice(0, 2), [note, "user: first"]);
    const second = await branch(desk, child_id);
    await desk.post(second, "next");
    const inherited = items(await desk.compile(second));
    assert.deepEqual(inherited, [note, "user: first", "assistant: 1", "user: next"]);
  }),

  check(
    "a foreign handoff of words alone gets its bundle, which is kept when recorded",
    async (desk) => {
      const stored = toText("Only words.");
      const body = { from_thread_id: "elsewhere", from_seq: 7, summary_markdown: stored.ref };
      const type = "continuity_handoff_created";
      const event = { stream: threadStream("h"), type, actor: ada, body, texts: [stored] };
      await desk.ledger.append([createdEvent("h", child), event]);
      const { run_session_id: run } = await desk.begin("h", await desk.post("h", "go"));
      const before = await desk.compile("h");
      assert.deepEqual(items(before)[0], "handoff_bundle_ref: handoff from elsewhere@7");
      await desk.record(run);
      const findings = createFindings();
      assert.equal((await recomputeAll(desk.ledger, findings)).same, 1);
      assert.deepEqual(findings.list(), []);
    },
  ),

  check(
    "recorded compiles are the same after a thousand events and two checkpoints",
    async (desk) => {
      const thread = await desk.thread();
      const messages: string[] = [];
      for (let n = 1; n <= 20; n++) messages.push(await desk.turn(thread, `m${n}`, `a${n}`));
      await checkpoint(desk, thread, messages[3] ?? "");
      const anchor = await desk.post(thread, "now");
      const strategies = [
        "token_budget_recent_v1",
        "recent_messages_v1",
        "summaries_recent_messages_v1",
      ];
      for (const strategy of strategies) {
        const { run_session_id: run } = await desk.begin(thread, anchor);
        const limits = { ...defaultLimits, max_input_tokens: 90 };
        await desk.record(run, { strategy, limits });
        await desk.append(run, outputText(strategy));
        await desk.end(run);
      }
      const more = Array.from({ length: 1000 }, (_, n) => {
        const text = toText(`later ${n}`);
        const type = "continuity_message_appended";
        return {
          stream: threadStream(thread),
          type,
          actor: ada,
          body: { content: text.ref },
          texts: [text],
        };
      });
      await desk.ledger.append(more);
      await checkpoint(desk, thread, messages[9] ?? "");
      await checkpoint(desk, thread, anchor);
      const findings = createFindings();
      const counts = await recomputeAll(desk.ledger, findings);
      assert.deepEqual(findings.list(), []);
      assert.deepEqual(counts, { same: 3, different: 0, redacted: 0 });
    },
  ),

  check("a recorded bundle that nobody could have compiled is found", async (desk) => {
    const thread = await desk.thread();
    const { run_session_id: run, message_id } = await desk.begin(
      thread,
      await desk.post(thread, "one"),
    );
    const text = toText('{"schema":"rip.context_bundle.v1"}');
    const body = {
      run_session_id: run,
      bundle_artifact_id: text.ref.sha256,
      compiler_id: "rip.context_compiler.v1",
      compiler_strategy: "recent_messages_v1",
      from_seq: 2,
      from_message_id: message_id,
      as_of_seq: 2,
    };
    const type = "continuity_context_compiled";
    await desk.ledger.append([
      { stream: threadStream(thread), type, actor: ada, body, texts: [text] },
    ]);
    const findings = createFindings();
    assert.equal((await recomputeAll(desk.ledger, findings)).different, 1);
    assert.equal(findings.list()[0]?.code, "E_RECOMPUTE");
  }),

  check("only an open run of the message can record a compile", async (desk) => {
    const thread = await desk.thread();
    const one = await desk.post(thread, "one");
    const two = await desk.post(thread, "two");
    const { run_session_id: run } = await desk.begin(thread, one);
    await refuses(desk.record(run, { message: two }), "E_USAGE");
    const before = await desk.events(threadStream(thread));
    const limits = { ...defaultLimits, max_input_tokens: 1 };
    await refuses(desk.record(run, { limits }), "E_OVER_BUDGET");
    assert.deepEqual(await desk.events(threadStream(thread)), before);
  }),

  check(
    "a compile that cannot be recorded whole leaves nothing, and can be recorded later",
    async (desk) => {
      const thread = await desk.thread();
      const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "one"));
      const before = await desk.events(threadStream(thread));
      for (const type of ["continuity_context_selection_decided", "continuity_context_compiled"]) {
        unwanted = type;
        await assert.rejects(desk.record(run), /unwanted/);
        assert.deepEqual(await desk.events(threadStream(thread)), before);
      }
      unwanted = "";
      await desk.record(run);
      assert.equal((await desk.events(threadStream(thread))).length, before.length + 2);
    },
    () => ({ modules: [threadsRoom, pickyModule] }),
  ),

  check("the recorded words are the reply when the text of the whole is lost", async (desk) => {
    const thread = await desk.thread();
    const message = await desk.post(thread, "question");
    const { run_session_id: run } = await desk.begin(thread, message);
    await desk.append(run, outputText("an "), outputText("answer"));
    await desk.end(run);
    await desk.post(thread, "next");
    const reference = bytes(await desk.compile(thread, recent));
    assert.match(reference, /"an answer"/);
    const tamper = (sql: string, text: string, ...values: readonly SqlValue[]) =>
      desk.ledger.store.transaction("write", (tx) =>
        tx.run(sql, [...values, toText(text).ref.sha256]),
      );
    const other = Buffer.from("!");
    await tamper("update ledger_texts set content = ? where sha256 = ?", "an answer", other);
    assert.equal(bytes(await desk.compile(thread, recent)), reference);
    await tamper("delete from ledger_texts where sha256 = ?", "an answer");
    assert.equal(bytes(await desk.compile(thread, recent)), reference);
    await tamper("delete from ledger_texts where sha256 = ?", "answer");
    const without = await desk.compile(thread, recent);
    assert.deepEqual(items(without), ["user: question", "user: next"]);
    assert.deepEqual(
      without.selection.resets.map(({ input, reason }) => [input, reason]),
      [["assistant_reply", "reply_unavailable"]],
    );
  }),

  check(
    "what an imported log says about a reply does not count, what it recorded does",
    async (desk) => {
      const thread = await desk.thread();
      const message = await desk.post(thread, "question");
      const run = { run_session_id: "foreign", message_id: message };
      const piece = toText("recorded");
      const claim = toText("claimed");
      const reply = { reply_artifact_id: claim.ref.sha256, reply_bytes: claim.ref.bytes };
      const body = { ...run, reason: "completed", ...reply };
      const stream = threadStream(thread);
      const raw = (n: number) => ({ actor: ada, raw: toText(`line ${n}`) });
      await desk.ledger.append([
        { stream, type: "continuity_run_spawned", body: run, ...raw(1) },
        {
          stream: "session:foreign",
          type: "output_text_delta",
          body: { delta: piece.ref },
          texts: [piece],
          ...raw(2),
        },
        { stream, type: "continuity_run_ended", body, texts: [claim], ...raw(3) },
      ]);
      await desk.post(thread, "next");
      assert.equal(items(await desk.compile(thread, recent))[1], "assistant: recorded");
    },
  ),

  check("ids of messages need not be UUIDs", async (desk) => {
    const thread = await desk.thread();
    const ids = ["note #1: ü", "1", "__proto__", "a/b\\c", "'; drop table threads; --"];
    for (const id of ids) {
      const text = toText(`says ${id}`);
      const type = "continuity_message_appended";
      const event = { stream: threadStream(thread), type, actor: ada, id, texts: [text] };
      await desk.ledger.append([{ ...event, body: { content: text.ref } }]);
      const { run_session_id } = await desk.begin(thread, id);
      await desk.record(run_session_id);
      await desk.append(run_session_id, outputText(`answers ${id}`));
      await desk.end(run_session_id);
      assert.equal((await checkpoint(desk, thread, id)).to_message_id, id);
      const inherited = await desk.compile(await branchWithMessage(desk, thread, id), recent);
      assert.deepEqual(items(inherited).slice(-3), [
        `user: says ${id}`,
        `assistant: answers ${id}`,
        "user: mine",
      ]);
      const compiled = await desk.compile(thread, { ...recent, message: id });
      assert.equal(compiled.source.from_message_id, id);
    }
    const findings = createFindings();
    assert.equal((await recomputeAll(desk.ledger, findings)).different, 0);
    await verifyLedger(desk.ledger, findings);
    assert.deepEqual(findings.list(), []);
  }),

  check("files that a message names, tools and changes are items of the default", async (desk) => {
    const thread = await desk.thread();
    const refs = [{ type: "file_ref", path: "src/a.ts", checkpoint_id: "cp1" }];
    const { run_session_id: run } = await desk.begin(
      thread,
      await desk.post(thread, "see `src/a.ts`", refs),
    );
    const call = { type: "tool_call", call_id: "c1", name: "write", arguments: { path: "a" } };
    const result = { type: "tool_result", call_id: "c1", ok: true, content: "done" };
    const effects = { type: "tool_side_effects", tool_id: "c1", tool_name: "write" };
    await desk.append(run, call, result, {
      ...effects,
      affected_paths: ["b", "a"],
      checkpoint_id: "cp2",
    });
    await desk.append(run, outputText("written"));
    await desk.end(run);
    await desk.post(thread, "and now?");
    const { bundle } = await desk.compile(thread);
    assert.equal(bundle.document.schema, "rip.context_bundle.v2");
    assert.deepEqual(
      bundle.document.items.map(({ type }) => type),
      [
        "file_ref",
        "message",
        "tool_call",
        "tool_result",
        "message",
        "tool_side_effect_ref",
        "message",
      ],
    );
    const [file] = bundle.document.items;
    assert.equal(file?.type === "file_ref" && file.checkpoint_id, "cp1");
    const effect = bundle.document.items[5];
    assert.deepEqual(effect?.type === "tool_side_effect_ref" && effect.affected_paths, ["a", "b"]);
    const plain = await desk.compile(thread, recent);
    assert.equal(plain.bundle.document.schema, "rip.context_bundle.v1");
  }),

  check("pages of a long conversation join without a gap", async (desk) => {
    const thread = await desk.thread();
    const texts = Array.from({ length: 700 }, (_, n) => toText(`m${n}`));
    await desk.ledger.append(
      texts.map((text) => ({
        stream: threadStream(thread),
        type: "continuity_message_appended",
        actor: ada,
        body: { content: text.ref },
        texts: [text],
      })),
    );
    const seqs = (await desk.compile(thread)).bundle.document.items.map((item) =>
      item.type === "message" ? item.thread_seq : -1,
    );
    assert.deepEqual(
      seqs,
      Array.from({ length: 700 }, (_, n) => n + 1),
    );
  }),
];
