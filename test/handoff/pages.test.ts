/** Pages within a budget: their size, what they cite, and what they say of a file with several sessions. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SESSIONS = path.join(import.meta.dirname, "../../scripts/bench/digest/sessions");
const KNOWN = ["parcel-labels", "tide-table", "umlaut-import"].map((name) =>
  path.join(SESSIONS, `${name}.jsonl`),
);

function contextOf(folder: string) {
  return { ...contextIn(folder), agents: { home: folder, env: { HOME: folder } } };
}

async function pageOf(log: string, budget?: number) {
  const folder = makeScratch();
  const to = path.join(folder, "page.md");
  const input = { from: log, to, ...(budget === undefined ? {} : { budget }) };
  await runOperation(contextOf(folder), "handoff", input);
  return fs.readFileSync(to, "utf8");
}

interface Shown {
  readonly items: readonly { readonly number: number; readonly text: string }[];
}

function write(name: string, records: readonly object[]): string {
  const file = path.join(makeScratch(), name);
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

function claudeSession(sessionId: string, texts: readonly string[]): readonly object[] {
  return texts.map((text, place) => {
    const type = place % 2 === 0 ? "user" : "assistant";
    const common = { type, uuid: `${sessionId}-${place}`, sessionId, timestamp: at(place) };
    const parentUuid = place === 0 ? null : `${sessionId}-${place - 1}`;
    const content = type === "user" ? text : [{ type: "text", text }];
    const message = { role: type, content, ...(type === "user" ? {} : { id: `m${place}` }) };
    return { ...common, parentUuid, cwd: `/srv/${"deep/".repeat(40)}work`, message };
  });
}

const TEXTS = [
  "Mach die Ausgabe schöner. ".repeat(80),
  `${"x".repeat(9000)} and nothing else`,
  "直してください。".repeat(400),
  "直しました。".repeat(900),
  "and now?",
  Array.from({ length: 300 }, (_, line) => `- step ${line} in src/file-${line}.ts`).join("\n"),
];

test("a page has at most as many tokens as its budget, from the least budget on", async () => {
  const logs = [...KNOWN, write("long.jsonl", claudeSession("long", TEXTS))];
  for (const log of logs) {
    for (const budget of [500, 501, 537, 620, 800, 1100, 1500, 2300, 4000]) {
      const text = await pageOf(log, budget);
      const tokens = Math.ceil(Buffer.byteLength(text) / 4);
      assert(tokens <= budget, `${path.basename(log)}: ${tokens} tokens for a budget of ${budget}`);
    }
  }
});

test("the numbers that a page cites are those that show takes", async () => {
  for (const log of KNOWN) {
    const text = await pageOf(log, 700);
    const [, number = "", asked = ""] = /^Asked last #(\d+): (.{10})/m.exec(text) ?? [];
    const input = { what: log, from: Number(number), limit: 1 };
    const { out } = await runOperation<Shown>(contextOf(makeScratch()), "show", input);
    assert.equal(out.items[0]?.number, Number(number));
    assert(JSON.stringify(out.items).includes(JSON.stringify(asked).slice(1, -1)), asked);
  }
});

test("a file with several sessions is reported as such, and not as a rewind", async () => {
  const first = claudeSession("one", ["Build the lamp.", "The lamp is built."]);
  const second = claudeSession("two", ["Paint the door.", "The door is red."]);
  const text = await pageOf(write("both.jsonl", [...first, ...second]));
  assert(text.includes("Paint the door.") && !text.includes("The lamp is built."));
  assert(
    text.includes("part of another session: the file contains 2, and the newest one was read"),
  );
  assert(!text.includes("rewind"), text);
});

test("the error with which Codex stopped is the end of the session", async () => {
  const line = (type: string, payload: object, place: number) => ({
    timestamp: at(place),
    type,
    payload,
  });
  const message = (role: string, text: string) => ({
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
  });
  const error = "You've hit your usage limit. Try again at 6:04 AM.";
  const log = write("rollout.jsonl", [
    line("session_meta", { id: "0199-limit", timestamp: at(0), cwd: "/srv/work" }, 0),
    line("response_item", message("user", "Build the lamp."), 1),
    line("response_item", message("assistant", "I look at the plan first."), 2),
    line("response_item", message("user", "Go on."), 3),
    line("event_msg", { type: "error", message: error }, 4),
  ]);
  const text = await pageOf(log);
  assert.match(text, /^Not answered: a usage limit stopped the work #\d+: “You've hit/m);
});

test("a compaction that failed leaves the conversation before it", async () => {
  const talk = [
    "Build the lamp of the harbour.",
    `The lamp is built in lamp.ts. ${"It was measured twice. ".repeat(300)}`,
    "Paint it.",
    "It is painted.",
  ];
  const [first = {}, second = {}, third = {}, fourth = {}] = claudeSession("one", talk);
  const failed = {
    ...first,
    uuid: "boundary",
    parentUuid: null,
    logicalParentUuid: "one-1",
    type: "system",
    subtype: "compact_boundary",
    message: undefined,
  };
  const summary = {
    ...first,
    uuid: "summary",
    parentUuid: "boundary",
    isCompactSummary: true,
    message: { role: "user", content: "You've hit your limit · resets 5am" },
  };
  const later = [{ ...third, parentUuid: "summary" }, fourth];
  const log = write("failed.jsonl", [first, second, failed, summary, ...later]);
  const text = await pageOf(log, 700);
  assert(text.includes("Build the lamp of the harbour."), text);
});
