import type { TranscriptHeader, TranscriptItem } from "../../src/model/transcript.ts";

type Rest<Item> = Item extends { kind: infer Kind }
  ? { readonly kind: Kind } & Partial<Omit<Item, "kind">>
  : never;

/** Keys of an item that a test cares about; the kind decides which there are. */
export type Sketch = Rest<TranscriptItem>;

const ACTORS = {
  message: "user",
  injected: "system",
  tool_call: "assistant",
  tool_result: "tool",
  reasoning: "assistant",
  compaction: "system",
  file_change: "tool",
  usage: "assistant",
  error: "system",
  branch: "user",
  opaque: "system",
} as const;

const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  message: { role: "user", text: "", model: null, attachments: [] },
  tool_call: { call_id: "c1", name: "Bash", arguments: {} },
  tool_result: { call_id: "c1", ok: true, content: "", attachments: [] },
  reasoning: { text: "", sealed: true },
  compaction: { trigger: "auto", summary: null, kept: [] },
};

/** Items of a transcript, one line each, a minute apart. */
export function createItems(...sketches: readonly Sketch[]): readonly TranscriptItem[] {
  return sketches.map((sketch, index) => {
    const line = index + 1;
    const common = {
      id: `i${line}`,
      parent_id: index === 0 ? null : `i${index}`,
      at: new Date(Date.UTC(2026, 0, 5, 9, line)).toISOString(),
      actor: ACTORS[sketch.kind],
      source: { file: "s.jsonl", line, type: sketch.kind },
      raw: null,
      thread: null,
      branch: null,
    };
    // A sketch names the keys of its kind, and the defaults the others.
    return { ...common, ...DEFAULTS[sketch.kind], ...sketch } as TranscriptItem;
  });
}

/** Something a user said. */
export const asked = (text: string): Sketch => ({ kind: "message", role: "user", text });
/** Something an agent said. */
export const answered = (text: string): Sketch => ({
  kind: "message",
  role: "assistant",
  actor: "assistant",
  text,
});
/** A call and what came back. */
export const ran = (call_id: string, command: string, content: string, ok = true): Sketch[] => [
  { kind: "tool_call", call_id, name: "Bash", arguments: { command } },
  { kind: "tool_result", call_id, ok, content },
];

/** Items as a reading gives them. */
export function reading(items: readonly TranscriptItem[]): () => AsyncIterable<TranscriptItem> {
  return async function* () {
    yield* items;
  };
}

/** What a session is, in a test. */
export const header: TranscriptHeader = {
  type: "transcript",
  version: 1,
  agent: "claude",
  agent_version: "2.1.197",
  session_id: "5e551012-0000-4000-8000-000000000001",
  cwd: "/home/dev/lamp",
  started_at: "2026-01-05T09:00:00.000Z",
  title: null,
  model: null,
  git_branch: null,
};
