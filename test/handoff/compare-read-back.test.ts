import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionDraft } from "../../src/agents/agent.ts";
import pi from "../../src/agents/pi/pi.ts";
import { agentIds, loadAgent } from "../../src/agents/registry.ts";
import { compareReadBack } from "../../src/handoff/compare-read-back.ts";
import { rehearse } from "../../src/handoff/disk/rehearse.ts";
import { collectUnits, type SessionUnit } from "../../src/handoff/session-unit.ts";
import { receivingAgents } from "../../src/handoff/target.ts";
import type { Receiver } from "../../src/handoff/write-session.ts";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import { codeOf } from "../support/operations.ts";
import {
  answered,
  asked,
  createItems,
  header,
  ran,
  reading,
  type Sketch,
} from "../transcripts/create-items.ts";

function compare(
  expected: readonly TranscriptItem[],
  found: readonly TranscriptItem[],
  reported: readonly string[] = [],
) {
  const comparison = compareReadBack(unitsOf(expected));
  for (const unit of unitsOf(found)) comparison.find(unit);
  return comparison.result(new Set(reported));
}

function unitsOf(items: readonly TranscriptItem[]): readonly SessionUnit[] {
  const units: SessionUnit[] = [];
  const collecting = collectUnits((unit) => void units.push(unit));
  for (const item of items) collecting.add(item);
  collecting.end();
  return units;
}

const session: readonly Sketch[] = [asked("go"), answered("I look"), ...ran("c1", "ls", "total 0")];

test("compareReadBack() finds the same session whole, whatever the receiver adds", () => {
  const found = createItems(asked("a note"), ...session, answered("a nod"));
  assert.deepEqual(compare(createItems(...session), found), {
    expected: 3,
    missing: [],
    misplaced: 0,
  });
});

test("compareReadBack() misses a text, an argument, a result and a result that went to another call", () => {
  const two = [...session, ...ran("c2", "pwd", "/home")];
  const changes: readonly (readonly [string, readonly Sketch[]])[] = [
    ["s.jsonl:2", [asked("go"), answered("I look."), ...two.slice(2)]],
    ["s.jsonl:3", [...two.slice(0, 2), ...ran("c1", "ls -l", "total 0"), ...two.slice(4)]],
    ["s.jsonl:5", [...two.slice(0, 4), ...ran("c2", "pwd", "/")]],
  ];
  for (const [where, found] of changes) {
    assert.deepEqual(compare(createItems(...two), createItems(...found)).missing, [where]);
  }
  const crossed = [...two.slice(0, 2), ...ran("c1", "ls", "/home"), ...ran("c2", "pwd", "total 0")];
  assert.equal(compare(createItems(...two), createItems(...crossed)).missing.length, 2);
});

test("compareReadBack() forgives what was reported at its place, and nothing else", () => {
  const found = createItems(asked("go"), answered("I look"), ...ran("c1", "ls", "cut"));
  assert.deepEqual(compare(createItems(...session), found, ["s.jsonl:4"]).missing, []);
  assert.deepEqual(compare(createItems(...session), found, ["s.jsonl:2"]).missing, ["s.jsonl:3"]);
});

test("compareReadBack() sees messages out of order, and one of two that are alike missing", () => {
  const alike = [asked("go on"), answered("one"), asked("go on"), answered("two")];
  const items = createItems(...alike);
  assert.deepEqual(compare(items, createItems(...alike)).misplaced, 0);
  const swapped = createItems(...alike.slice(2), ...alike.slice(0, 2));
  assert(compare(items, swapped).misplaced > 0);
  assert.equal(compare(items, createItems(...alike.slice(1))).missing.length, 1);
});

test("compareReadBack() has no window: thousands of items may stand before what is expected", () => {
  const before = Array.from({ length: 5000 }, (_, at) => answered(`earlier ${at}`));
  assert.deepEqual(
    compare(createItems(...session), createItems(...before, ...session)).missing,
    [],
  );
});

test("compareReadBack() pairs what is alike in order, wherever it stands among what was added or is missing", () => {
  const alike = Array.from({ length: 40 }, (_, at) =>
    at % 3 === 0 ? answered("yes") : asked(`${at}`),
  );
  const items = createItems(...alike);
  const shifted = createItems(...alike.slice(20), ...alike.slice(0, 20));
  assert.deepEqual(compare(items, shifted).missing, []);
  assert(compare(items, shifted).misplaced > 0);
  const without = createItems(asked("a note"), ...alike.filter((_, at) => at !== 7 && at !== 9));
  assert.deepEqual(compare(items, without).missing.length, 2);
  const doubled = createItems(...alike.flatMap((each) => [each, each]));
  assert.deepEqual(compare(items, doubled).missing, []);
});

test("compareReadBack() takes halves of characters for what UTF-8 makes of them, and no other text for another", () => {
  const halved = createItems(answered("cut \ud83d"));
  assert.deepEqual(compare(halved, createItems(answered("cut \ufffd"))).missing, []);
  assert.equal(compare(halved, createItems(answered("cut ?"))).missing.length, 1);
});

test("compareReadBack() misses arguments in another order, of another type, or one more", () => {
  const called = (input: Readonly<Record<string, unknown>>) =>
    createItems(
      { kind: "tool_call", call_id: "c1", name: "run", arguments: input },
      {
        kind: "tool_result",
        call_id: "c1",
        content: "done",
      },
    );
  const meant = called({ a: [1, { b: null }], c: "x", d: undefined });
  assert.deepEqual(compare(meant, called({ a: [1, { b: null }], c: "x" })).missing, []);
  for (const input of [
    { c: "x", a: [1, { b: null }] },
    { a: ["1", { b: null }], c: "x" },
    { a: [1, {}], c: "x" },
    { a: { 0: 1, 1: { b: null } }, c: "x" },
    { a: [1, { b: null }], c: "x", e: 0 },
  ]) {
    assert.equal(compare(meant, called(input)).missing.length, 1);
  }
});

function draftOf(...sketches: readonly Sketch[]): SessionDraft {
  return {
    header,
    items: reading(createItems(...sketches)),
    session_id: "5e551012-0000-4000-8000-000000000002",
    cwd: "/home/dev/lamp",
    title: "Lamp",
    note: "",
    now: new Date("2026-01-06T10:00:00Z"),
    settings: {},
    loss: () => {},
  };
}

test("a dry run refuses what a handoff would: a receiver that is given less than was meant", async () => {
  const { writer } = pi;
  assert(writer !== undefined);
  const units = unitsOf(createItems(...session));
  const plan = { session: draftOf(...session), target: "/store/s.jsonl", units, move: null };
  await rehearse({ ...plan, receiver: { ...pi, writer } });
  const damages: readonly ((line: string) => string)[] = [
    (line) => line.replace("total 0", "total 1"),
    (line) => line.replace('"command":"ls"', '"command":"ls -l"'),
    (line) => (line.includes("I look") ? line.replace("I look", "I see") : line),
  ];
  for (const damage of damages) {
    const receiver: Receiver = {
      ...pi,
      writer: {
        ...writer,
        async *write(draft) {
          for await (const piece of writer.write(draft)) yield damage(piece);
        },
      },
    };
    assert.equal(await codeOf(rehearse({ ...plan, receiver })), "E_HANDOFF");
  }
});

const picture = (base64: string | null, media_type = "image/png") =>
  ({ media_type, base64, uri: base64 === null ? "file:///home/dev/plan.png" : null }) as const;

test("compareReadBack() misses a picture of a message and of a result", () => {
  const [call, result] = ran("c1", "shot", "taken");
  assert(call?.kind === "tool_call" && result?.kind === "tool_result");
  const shown = (first: string, second: string) =>
    createItems({ kind: "message", text: "", attachments: [picture(first)] }, call, {
      ...result,
      attachments: [picture(second)],
    });
  assert.deepEqual(compare(shown("AAAA", "BBBB"), shown("AAAA", "BBBB")).missing, []);
  assert.equal(compare(shown("AAAA", "BBBB"), shown("AAAC", "BBBB")).missing.length, 1);
  assert.equal(compare(shown("AAAA", "BBBB"), shown("AAAA", "BBBD")).missing.length, 1);
});

test("every receiver gets the pictures of a session, or the report names them", async () => {
  const sketches: readonly Sketch[] = [
    {
      kind: "message",
      text: "like this",
      attachments: [picture("AAAA"), picture("JVBE", "application/pdf"), picture(null)],
    },
    { kind: "message", text: "", attachments: [picture("CCCC", "image/x; odd=1")] },
    {
      kind: "message",
      role: "assistant",
      actor: "assistant",
      text: "so",
      attachments: [picture("DDDD")],
    },
    { kind: "tool_call", call_id: "c1" },
    { kind: "tool_result", call_id: "c1", content: "shot", attachments: [picture("EEEE")] },
    { kind: "tool_call", call_id: "c2" },
    {
      kind: "tool_result",
      call_id: "c2",
      ok: false,
      content: "Error: cut",
      attachments: [picture("FFFF")],
    },
  ];
  let receivers = 0;
  for (const id of agentIds) {
    const agent = await loadAgent(id);
    const { writer } = agent;
    if (writer === undefined) continue;
    receivers++;
    const lost: string[] = [];
    const draft = {
      ...draftOf(...sketches),
      loss: ({ where }: { readonly where: string }) => void lost.push(where),
    };
    const target = await writer.targetPath(draft, { home: "/store", env: {} });
    let text = "";
    for await (const piece of writer.write(draft)) text += piece;
    const kept = ["AAAA", "JVBE", "CCCC", "DDDD", "EEEE", "FFFF"].filter((each) =>
      text.includes(each),
    );
    const named = lost.filter((where) => where.startsWith("s.jsonl:"));
    assert(kept.length + named.length >= 7, `${id}: kept ${kept}, named ${named}`);
    const units = unitsOf(createItems(...sketches));
    await rehearse({ receiver: { ...agent, writer }, session: draft, target, units, move: null });
  }
  assert.equal(receivers, (await receivingAgents()).length);
});
