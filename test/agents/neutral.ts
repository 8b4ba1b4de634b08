import type { TranscriptHeader, TranscriptItem } from "../../src/model/transcript.ts";

let count = 0;

function place(actor: TranscriptItem["actor"]) {
  count++;
  return {
    id: `item-${count}`,
    parent_id: count === 1 ? null : `item-${count - 1}`,
    at: `2026-03-04T05:00:${String(count).padStart(2, "0")}.000Z`,
    actor,
    source: { file: "session.jsonl", line: count, type: "record" },
    raw: null,
    thread: null,
    branch: null,
  };
}

function message(role: "user" | "assistant", text: string): TranscriptItem {
  return { ...place(role), kind: "message", role, text, model: null, attachments: [] };
}

function call(call_id: string, name: string, input: Record<string, unknown>): TranscriptItem {
  return { ...place("assistant"), kind: "tool_call", call_id, name, arguments: input };
}

function result(call_id: string, content: string): TranscriptItem {
  return { ...place("tool"), kind: "tool_result", call_id, ok: true, content, attachments: [] };
}

/** A conversation with a foreign tool, two calls at once, and characters of all kinds. */
export const conversation: readonly TranscriptItem[] = [
  message("user", "Check the pumps.\n\nThen water the trees: äöü 漢字 🚀"),
  message("assistant", "Both at once."),
  call("call_1", "look_at_pumps", { path: "pumps.txt", deep: { list: [1, "two", null] } }),
  call("call_2", "look_at_pumps", { path: "valves.txt" }),
  result("call_1", "pump 1: fine\npump 2: \u0007stuck"),
  result("call_2", "valve: open"),
  message("assistant", "Pump 2 is stuck."),
  message("user", "Then leave it."),
  message("assistant", "It is left."),
];

/** What a session of some agent is. */
export function headerOf(agent: string): TranscriptHeader {
  return {
    type: "transcript",
    version: 1,
    agent,
    agent_version: null,
    session_id: "from-elsewhere",
    cwd: "/home/rosa/orchard",
    started_at: "2026-03-04T05:00:00.000Z",
    title: "Water the orchard",
    model: null,
    git_branch: "main",
  };
}
