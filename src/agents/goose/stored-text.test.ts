import assert from "node:assert/strict";
import { test } from "node:test";
import type { LossItem } from "../../model/loss.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import type { SessionDraft, SessionSource } from "../agent.ts";
import goose from "./goose.ts";
import { isStoredAsItIs } from "./stored-text.ts";

const DECOMPOSED = "e\u0301";
const FLAG = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";

test("isStoredAsItIs() refuses decomposed characters and tags, and nothing else", () => {
  for (const text of [DECOMPOSED, FLAG]) assert.equal(isStoredAsItIs(`a ${text}`), false);
  for (const text of ["\u00e9", "\ufb01 \u200b", "\ud83d\udc69\u200d\ud83c\udf3e", "\u0000"]) {
    assert.equal(isStoredAsItIs(text), true);
  }
});

function message(role: "user" | "assistant", text: string, line: number): TranscriptItem {
  const source = { file: "s", line, type: "message" };
  const ids = { id: `i${line}`, parent_id: null, thread: null, branch: null };
  const place = { ...ids, at: null, actor: role, source, raw: null };
  return { ...place, kind: "message", role, text, model: null, attachments: [] };
}

function draftOf(items: readonly TranscriptItem[], losses: LossItem[]): SessionDraft {
  return {
    header: emptyHeader("claude", "s"),
    async *items() {
      yield* items;
    },
    session_id: "s2",
    cwd: "/p",
    title: "",
    note: "",
    now: new Date(0),
    settings: {},
    loss: (loss) => losses.push(loss),
  };
}

test("write() and relocate() report a message whose text Goose changes, by its place", async () => {
  assert.ok(goose.writer);
  const losses: LossItem[] = [];
  const items = [
    message("user", "Caf\u00e9", 1),
    message("assistant", DECOMPOSED, 2),
    message("user", FLAG, 3),
  ];
  await Array.fromAsync(goose.writer.write(draftOf(items, losses)));
  const places = losses.map(({ kind, where }) => [kind, where]);
  assert.deepEqual(places, [
    ["changed", "s:2"],
    ["changed", "s:3"],
  ]);

  const record = (text: string) =>
    `${JSON.stringify({ type: "message", id: "m", role: "user", created: 1, content: [{ type: "text", text }], metadata: {} })}\n`;
  const lines = ["Count.", FLAG].map(record).join("");
  const session = { agent: "goose", id: "s", path: "/s", cwd: null, bytes: 1, modified_ms: 0 };
  const source: SessionSource = {
    session: { ...session, parent_id: null },
    files: [
      {
        path: "s",
        bytes: lines.length,
        async *read() {
          yield Buffer.from(lines);
        },
      },
    ],
  };
  const moved: LossItem[] = [];
  await Array.fromAsync(goose.writer.relocate(source, draftOf([], moved)));
  assert.deepEqual(
    moved.map(({ kind, where }) => [kind, where]),
    [["changed", "s:2"]],
  );
});
