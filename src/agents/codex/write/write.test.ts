import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyHeader, transcriptItemSchema } from "../../../model/transcript.ts";
import type { SessionDraft } from "../../agent.ts";
import { write } from "./write.ts";

const items = [
  { kind: "message", role: "user", text: "Count the pears." },
  { kind: "tool_call", call_id: "c1", name: "exec_command", arguments: { cmd: "wc -l pears" } },
  { kind: "tool_call", call_id: "c2", name: "other_tool", arguments: { row: 7 } },
  { kind: "tool_result", call_id: "c1", ok: true, content: "12" },
  { kind: "tool_result", call_id: "c2", ok: false, content: "no such row" },
  { kind: "message", role: "assistant", text: "Twelve." },
].map((body, at) => {
  const source = { file: "session.jsonl", line: at + 1, type: "any" };
  const place = { id: `${at}`, parent_id: null, at: null, raw: null, thread: null, branch: null };
  const item = { ...place, actor: "user", source, attachments: [], model: null, ...body };
  return transcriptItemSchema.parse(item);
});

const draft: SessionDraft = {
  header: emptyHeader("claude", "s1"),
  async *items() {
    yield* items;
  },
  session_id: "01a1ee51-d990-7e3f-88aa-5e94b64db1af",
  cwd: "/home/rosa/My orchard",
  title: "Pears",
  note: "",
  now: new Date("2026-01-31T08:00:00Z"),
  settings: {},
  loss: () => {},
};

test("write() numbers every line, and has one shown item for each message and call", async () => {
  const lines = (await Array.fromAsync(write(draft))).join("").trim().split("\n");
  const records = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ ordinal }) => ordinal),
    records.map((_, at) => at),
  );
  assert.equal(records[0].payload.history_mode, "paginated");
  const shown = records.flatMap(({ payload }) => payload.item ?? []);
  assert.deepEqual(
    shown.map(({ type, id, status }) => [type, type.includes("Message") ? null : id, status]),
    [
      ["UserMessage", null, undefined],
      ["CommandExecution", "c1", "completed"],
      ["DynamicToolCall", "c2", "failed"],
      ["AgentMessage", null, undefined],
    ],
  );
  // A plain path is not understood, and the command not shown.
  assert.equal(shown[1].cwd, "file:///home/rosa/My%20orchard");
});

test("write() puts every shown item between the beginning and the end of its turn", async () => {
  const summaryFirst = { ...items[0], id: "s", kind: "message", role: "assistant", text: "Hello." };
  const first = transcriptItemSchema.parse(summaryFirst);
  const later = {
    ...draft,
    async *items() {
      yield* [first, ...items];
    },
  };
  for (const [each, turns] of [
    [draft, 1],
    [later, 2],
  ] as const) {
    const lines = (await Array.fromAsync(write(each))).join("").trim().split("\n");
    let open: string | null = null;
    let ended = 0;
    for (const { type, payload } of lines.map((line) => JSON.parse(line))) {
      if (type !== "event_msg") continue;
      if (payload.type === "task_started") {
        assert.equal(open, null);
        open = payload.turn_id;
      } else if (payload.type === "item_completed") {
        assert.equal(payload.turn_id, open);
      } else if (payload.type === "task_complete") {
        assert.equal(payload.turn_id, open);
        open = null;
        ended++;
      }
    }
    assert.equal(open, null);
    assert.equal(ended, turns);
  }
});
