import assert from "node:assert/strict";
import type {
  Agent,
  AgentWriter,
  IndexedSession,
  SessionDraft,
  SessionSource,
  SourceFile,
} from "../../src/agents/agent.ts";
import type { Finding } from "../../src/base/findings.ts";
import type { LossItem } from "../../src/model/loss.ts";
import { type TranscriptItem, transcriptItemSchema } from "../../src/model/transcript.ts";
import { conversation, headerOf } from "../agents/neutral.ts";

/** One promise of the agent contract about reading, to be kept with every session of every agent. */
export interface ReadingCheck {
  readonly name: string;
  run(agent: Agent, source: SessionSource): Promise<void>;
}

/** One promise about writing, to be kept by every agent that is written for. */
export interface WritingCheck {
  readonly name: string;
  run(agent: Agent, writer: AgentWriter, readBack: ReadBack): Promise<void>;
}

/** Puts a written text where the agent's own reader finds it, and opens it. */
export type ReadBack = (text: string, order: SessionDraft) => Promise<SessionSource>;

/** The contract of `src/agents/agent.ts` about reading, promise by promise. */
export const readingSuite: readonly ReadingCheck[] = [
  {
    name: "every record is transcript, opaque or lost, and the items say so",
    async run(agent, source) {
      const reading = await agent.read(source);
      await assertAccounted(reading);
      assert.ok(reading.accounting.transcript > 0);
    },
  },
  {
    name: "items have the published form, ids of their own and parents that are there",
    run: async (agent, source) => assertSound(await itemsOf(await agent.read(source))),
  },
  {
    name: "reading twice gives the same items",
    async run(agent, source) {
      const reading = await agent.read(source);
      assert.deepEqual(await itemsOf(reading), await itemsOf(await agent.read(source)));
      assert.deepEqual(await itemsOf(reading), await itemsOf(reading));
    },
  },
  {
    name: "a result follows its call",
    async run(agent, source) {
      const calls = new Set<string>();
      for (const item of await itemsOf(await agent.read(source))) {
        if (item.kind === "tool_call") calls.add(item.call_id);
        if (item.kind === "tool_result") assert.ok(calls.has(item.call_id), item.call_id);
      }
    },
  },
  {
    name: "a torn last line is left for the next reading",
    async run(agent, source) {
      const full = await agent.read(source);
      const main = await linesOf(source);
      const torn = await agent.read(withMain(source, [...main.map(ended), '{"type":"us']));
      assert.equal(torn.complete_bytes, Buffer.byteLength(main.map(ended).join("")));
      assert.ok(codesOf(torn.findings).has("W_TORN_LINE"));
      assert.equal(torn.accounting.transcript, full.accounting.transcript);
      await assertAccounted(torn);
    },
  },
  {
    name: "a damaged line is lost and named, and all others are read",
    async run(agent, source) {
      const full = await agent.read(source);
      const main = (await linesOf(source)).map(ended);
      for (const damage of ['{"type":\n', "[1,2]\n", Buffer.from([0xff, 0xfe, 0x0a])]) {
        const lines = [...main.slice(0, 1), damage, ...main.slice(1)];
        const read = await agent.read(withMain(source, lines));
        assert.equal(read.accounting.lost, full.accounting.lost + 1);
        assert.equal(read.accounting.records, full.accounting.records + 1);
        const named = read.findings.find(({ code }) => code === "W_JSONL_LINE");
        assert.equal(named?.line, 2);
        await assertAccounted(read);
      }
    },
  },
  {
    name: "a record of an unknown type is carried as it is and named",
    async run(agent, source) {
      const full = await agent.read(source);
      const main = (await linesOf(source)).map(ended);
      const stranger = `${JSON.stringify({ type: "from-the-future", payload: { type: "x" }, id: "f" })}\n`;
      const read = await agent.read(withMain(source, [...main, stranger]));
      assert.equal(read.accounting.opaque, full.accounting.opaque + 1);
      assert.ok(codesOf(read.findings).has("W_UNKNOWN_RECORD"));
      const items = await itemsOf(read);
      assertSound(items);
      const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown);
      assert.deepEqual(
        unknown.map((item) => item.source.type),
        ["from-the-future"],
      );
    },
  },
  {
    name: "all records of a recorded session are of kinds that the agent declares",
    async run(agent, source) {
      const { accounting } = await agent.read(source);
      const unknown = Object.keys(accounting.by_type).filter((kind) => !agent.kinds.has(kind));
      assert.deepEqual(unknown, []);
    },
  },
  {
    name: "records that come twice, in any order, never stop the reader",
    async run(agent, source) {
      const main = (await linesOf(source)).map(ended);
      const [first = "", ...rest] = main;
      for (const lines of [[...main, ...main], [first, ...rest.toReversed()], rest]) {
        const read = await agent.read(withMain(source, lines));
        await assertAccounted(read);
        assertSound(await itemsOf(read));
      }
    },
  },
  {
    name: "halves of characters and keys with power over objects never stop the reader",
    async run(agent, source) {
      const main = (await linesOf(source)).map(ended);
      const altered = main.map((line) =>
        line.replaceAll(/"text":"/g, '"__proto__":{"a":1},"text":"\\ud83d'),
      );
      const read = await agent.read(withMain(source, altered));
      await assertAccounted(read);
      assert.equal(Object.hasOwn(Object.prototype, "a"), false);
    },
  },
  {
    name: "an empty session reads as nothing",
    async run(agent, source) {
      const read = await agent.read({ ...source, files: [memoryFile("empty.jsonl", [])] });
      assert.equal(read.accounting.records, 0);
      assert.deepEqual(await itemsOf(read), []);
    },
  },
];

/** The contract of `AgentWriter`, promise by promise. */
export const writingSuite: readonly WritingCheck[] = [
  {
    name: "what is written reads back as the same messages, calls and results",
    async run(agent, writer, readBack) {
      const losses: LossItem[] = [];
      const order = await orderFor(agent, losses);
      const items = await writtenItems(
        agent,
        await readBack(await textOf(writer.write(order)), order),
      );
      const found = items.map(messageOf).join("\n");
      let from = 0;
      for (const item of conversation) {
        const text = messageOf(item);
        const at = found.indexOf(text, from);
        const isReported = losses.some(({ kind }) => kind === "changed" || kind === "dropped");
        assert.ok(at !== -1 || isReported, `not there: ${text}`);
        if (at !== -1) from = at;
      }
      assertSound(items);
    },
  },
  {
    name: "the same order written twice gives the same bytes",
    async run(agent, writer) {
      const write = async () => textOf(writer.write(await orderFor(agent, [])));
      assert.equal(await write(), await write());
    },
  },
  {
    name: "the note is no words of a person",
    async run(agent, writer, readBack) {
      const order = await orderFor(agent, []);
      const items = await writtenItems(
        agent,
        await readBack(await textOf(writer.write(order)), order),
      );
      const messages = items.filter(({ kind }) => kind === "message");
      assert.ok(messages.every((item) => !JSON.stringify(item).includes("A note of the suite")));
    },
  },
  {
    name: "a call without a result gets one, and a result without a call goes; both are losses",
    async run(agent, writer, readBack) {
      const losses: LossItem[] = [];
      const alone = conversation.filter(
        (item) => item.kind !== "tool_result" || item.call_id !== "call_1",
      );
      const orphan = alone.filter((item) => item.kind !== "tool_call" || item.call_id !== "call_2");
      const order = await orderFor(agent, losses, orphan);
      const items = await writtenItems(
        agent,
        await readBack(await textOf(writer.write(order)), order),
      );
      const calls = items.filter((item) => item.kind === "tool_call");
      const results = items.filter((item) => item.kind === "tool_result");
      assert.equal(calls.length, 1);
      assert.equal(results.length, 1);
      assert.deepEqual(new Set(losses.map(({ kind }) => kind)), new Set(["changed", "dropped"]));
    },
  },
  {
    name: "reasoning and what else has no place is a loss",
    async run(agent, writer, readBack) {
      const losses: LossItem[] = [];
      const [first] = conversation;
      assert.ok(first);
      const thought: TranscriptItem = {
        ...first,
        id: "thought",
        actor: "assistant",
        kind: "reasoning",
        text: "A secret thought",
        sealed: true,
      };
      const order = await orderFor(agent, losses, [...conversation, thought]);
      const text = await textOf(writer.write(order));
      assert.equal(text.includes("A secret thought"), false);
      assert.ok(losses.some(({ kind }) => kind === "dropped"));
      assertSound(await writtenItems(agent, await readBack(text, order)));
    },
  },
  {
    name: "a session moved under its own name and folder is the same, byte for byte",
    async run(agent, writer, readBack) {
      const home = { ...(await orderFor(agent, [])), carriedSettings: "all" } as const;
      const source = await readBack(await textOf(writer.write(home)), home);
      const order = { ...home, header: (await agent.read(source)).header };
      const text = await textOf(writer.relocate(source, order));
      const away = { ...order, cwd: "/elsewhere/meadow", session_id: otherId(writer) };
      const moved = await readBack(await textOf(writer.relocate(source, away)), away);
      const header = (await agent.read(moved)).header;
      assert.equal(header.session_id, away.session_id);
      if (order.header.cwd !== null) assert.equal(header.cwd, away.cwd);
      const [main] = source.files;
      // In a document to be imported every message has a new id, because the old ones may be there.
      if (!main?.path.endsWith(".jsonl")) return;
      assert.equal(await textOf(writer.relocate(moved, { ...order, header })), text);
      assert.equal(text, Buffer.concat(await Array.fromAsync(main.read())).toString());
    },
  },
];

const OF_OPENCODE = ["message/user", "message/assistant", "part/text"];

/** Types whose records may be said by the items of others: heads of sessions and of messages, and summaries. */
const SHOWN_BY_OTHERS: Readonly<Record<string, readonly string[]>> = {
  opencode: OF_OPENCODE,
  kilo: OF_OPENCODE,
};

/** Counts add up in all and by type, and every record that is in the transcript is said by an item. */
async function assertAccounted(reading: IndexedSession): Promise<void> {
  const { records, transcript, opaque, lost, by_type } = reading.accounting;
  assert.equal(transcript + opaque + lost, records);
  for (const fate of ["transcript", "opaque", "lost"] as const) {
    const sum = Object.values(by_type).reduce((total, counts) => total + counts[fate], 0);
    assert.equal(sum, reading.accounting[fate]);
  }
  const items = await itemsOf(reading);
  const seen = new Set(items.map(({ source }) => `${source.file}:${source.line}`));
  assert.ok(seen.size <= transcript + opaque, `${seen.size} records are more than there are`);
  const shown = shownByType(items);
  const others = SHOWN_BY_OTHERS[reading.header.agent] ?? [];
  for (const type of new Set([...shown.keys(), ...Object.keys(by_type)])) {
    const own = shown.get(type)?.size ?? 0;
    const all = by_type[type]?.transcript ?? 0;
    const isComplete = others.includes(type) ? own <= all : own === all;
    assert.ok(isComplete, `${own} of ${all} records of type "${type}" are said`);
  }
}

/** Which records are said by an item that is not opaque, by their type. */
function shownByType(items: readonly TranscriptItem[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = new Map<string, Set<string>>();
  for (const { source, kind } of items) {
    if (kind === "opaque") continue;
    const records = shown.get(source.type) ?? new Set();
    shown.set(source.type, records.add(`${source.file}:${source.line}`));
  }
  return shown;
}

function assertSound(items: readonly TranscriptItem[]): void {
  const ids = new Set<string>();
  for (const item of items) {
    const { success, error } = transcriptItemSchema.safeParse(item);
    assert.ok(success, `${item.kind} ${item.id}: ${error?.message}`);
    assert.ok(!ids.has(item.id), `twice: ${item.id}`);
    ids.add(item.id);
  }
  for (const { parent_id, branch } of items) {
    assert.ok(parent_id === null || ids.has(parent_id), `no such parent: ${parent_id}`);
    assert.ok(branch === null || ids.has(branch), `no such branch: ${branch}`);
  }
}

function codesOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.map(({ code }) => code));
}

async function writtenItems(agent: Agent, source: SessionSource): Promise<TranscriptItem[]> {
  return itemsOf(await agent.read(source));
}

async function itemsOf(reading: IndexedSession): Promise<TranscriptItem[]> {
  return Array.fromAsync(reading.items());
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join("");
}

/** What an item says, in one line, whatever ids it has. */
function messageOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "message":
      return `${item.role} ${JSON.stringify(item.text.trim())}`;
    case "tool_call":
      return `call ${item.name} ${JSON.stringify(item.arguments)}`;
    case "tool_result":
      return `result ${JSON.stringify(item.content)}`;
    default:
      return item.kind;
  }
}

async function orderFor(
  agent: Agent,
  losses: LossItem[],
  items: readonly TranscriptItem[] = conversation,
): Promise<SessionDraft> {
  const now = new Date("2026-03-04T05:06:07.089Z");
  let count = 0;
  const random = () => `${++count}`.padStart(12, "0");
  return {
    header: headerOf(agent.id),
    async *items() {
      yield* items;
    },
    session_id: agent.writer?.newSessionId(random, now) ?? "",
    cwd: "/home/rosa/orchard",
    title: "Water the orchard",
    note: "<<<holdall:quoted-context>>>\nA note of the suite\n<<<end holdall:quoted-context>>>\n",
    now,
    settings: {},
    loss: (item) => losses.push(item),
  };
}

function otherId(writer: AgentWriter): string {
  return writer.newSessionId(() => "abcdef012345", new Date("2027-01-01T00:00:00Z"));
}

async function linesOf({ files }: SessionSource): Promise<string[]> {
  const [main] = files;
  assert.ok(main);
  const text = Buffer.concat(await Array.fromAsync(main.read())).toString();
  return text.split("\n").filter((line) => line !== "");
}

function ended(line: string): string {
  return `${line}\n`;
}

function withMain(source: SessionSource, lines: readonly (string | Uint8Array)[]): SessionSource {
  const [main, ...others] = source.files;
  assert.ok(main);
  return { ...source, files: [memoryFile(main.path, lines), ...others] };
}

/** A file in memory that is given in small pieces, so that lines are cut anywhere. */
export function memoryFile(path: string, lines: readonly (string | Uint8Array)[]): SourceFile {
  const bytes = Buffer.concat(lines.map((line) => Buffer.from(line)));
  return {
    path,
    bytes: bytes.length,
    async *read(from = 0) {
      for (let at = from; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    },
  };
}
