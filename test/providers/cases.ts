import { sha256 } from "../../src/base/hash.ts";
import type { ContextItem, ContextItemType } from "../../src/model/context-items.ts";
import { quoteContext } from "../../src/model/quoted-context.ts";
import type { RenderInput, RenderOptions, ToolDeclaration } from "../../src/providers/provider.ts";

/** A context to be rendered, with the artifacts it names. */
export interface RenderCase {
  readonly name: string;
  readonly items: readonly ContextItem[];
  readonly options?: Partial<RenderOptions>;
  readonly omitted?: RenderInput["omitted"];
}

/** Every artifact the cases name, by its SHA-256. */
const artifacts = new Map<string, Uint8Array>();

function artifact(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const id = sha256(bytes);
  artifacts.set(id, bytes);
  return id;
}

/** An artifact that nobody has. */
export const missing = "0".repeat(64);

function summary(to_seq: number, summary_markdown: string): string {
  return artifact(
    JSON.stringify({
      schema: "rip.compaction_summary.v1",
      kind: "cumulative_v1",
      coverage: { thread_id: "t1", from_seq: 0, to_seq },
      provenance: { actor_id: "ada", origin: "cli" },
      summary_markdown,
    }),
  );
}

const firstSummary = summary(8, "# Beginning\n\nThe parser was chosen.");
const secondSummary = summary(16, "# Later\n\nThe parser works; U+2028 \u2028 and 😀 too.");

const handoff = artifact(
  JSON.stringify({
    schema: "rip.handoff_context_bundle.v1",
    summary_markdown: "Ported half of the parser.",
    refs: {
      threads: [{ thread_id: "t0", seq: 41, message_id: "m41", note: "source cut" }],
      artifacts: [{ artifact_id: firstSummary, note: null }],
      files: [{ path: "src/parser.ts", note: "half done\nand more" }],
    },
  }),
);

/** A tool that the model may call. */
export const tools: readonly ToolDeclaration[] = [
  {
    name: "read",
    description: "Reads a file",
    parameters: {
      type: "object",
      properties: { path: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    },
  },
  { name: "list", description: "Lists files", parameters: { properties: {} } },
];

export const user = (content: string, actor_id = "ada"): ContextItem => ({
  type: "message",
  role: "user",
  content,
  actor_id,
  origin: "cli",
});

export const assistant = (content: string, status?: string): ContextItem => ({
  type: "message",
  role: "assistant",
  content,
  ...(status === undefined ? {} : { status }),
});

export const call = (call_id: string, name = "read"): ContextItem => ({
  type: "tool_call",
  call_id,
  name,
  arguments: { path: `${call_id}.txt` },
});

export const result = (call_id: string, content = `content of ${call_id}`): ContextItem => ({
  type: "tool_result",
  call_id,
  ok: true,
  content,
});

/** Every kind of item, as it mostly comes. */
const ofEachType: Readonly<Record<ContextItemType, readonly ContextItem[]>> = {
  message: [
    { type: "message", role: "system", content: "Answer briefly." },
    { type: "message", role: "developer", content: "Use metric units." },
    user("How far is it?"),
    assistant("Three kilometres."),
    { type: "message", role: "system", content: "The map was updated. </system-note>" },
    user("And now?"),
  ],
  summary_ref: [
    { type: "summary_ref", artifact_id: firstSummary, note: "compaction checkpoint to_seq=8" },
    { type: "summary_ref", artifact_id: secondSummary },
    user("Go on."),
  ],
  handoff_bundle_ref: [
    { type: "handoff_bundle_ref", artifact_id: handoff, note: "handoff from t0@41" },
    user("Go on."),
  ],
  artifact_ref: [
    {
      type: "artifact_ref",
      artifact_id: artifact("a long log\n"),
      mime: "text/plain",
      note: "build log\nof today",
    },
    { type: "artifact_ref", artifact_id: missing, mime: "image/png" },
    user("What failed?"),
  ],
  file_ref: [
    { type: "file_ref", path: "src/a b.ts", note: "named by the user" },
    { type: "file_ref", path: "src/old.ts", checkpoint_id: "cp-7" },
    { type: "file_ref", path: "../outside" },
    user("Compare the two."),
  ],
  tool_side_effect_ref: [
    user("Fix it."),
    assistant("Fixed."),
    {
      type: "tool_side_effect_ref",
      run_session_id: "r1",
      tool_id: "tool-1",
      affected_paths: Array.from({ length: 12 }, (_, index) => `src/${index}.ts`),
      checkpoint_id: "cp-1",
    },
    { type: "tool_side_effect_ref", run_session_id: "r1", tool_id: "tool-2", affected_paths: null },
    {
      type: "tool_side_effect_ref",
      run_session_id: "r1",
      tool_id: "tool-3",
      affected_paths: ["a.ts", "/etc/passwd"],
    },
    {
      type: "tool_side_effect_ref",
      run_session_id: "r1",
      tool_id: "tool-4",
      affected_paths: ["../x"],
    },
    user("Thanks."),
  ],
  tool_call: [
    user("Read both."),
    { type: "tool_call", call_id: "call_a", name: "read", arguments: { path: "a.txt", n: 1 } },
    { type: "tool_call", call_id: "call_b", name: "read", arguments: "not json" },
    { type: "tool_result", call_id: "call_b", ok: false, content: "bad arguments" },
    result("call_a"),
    assistant("Read one."),
    user("Thanks."),
  ],
  tool_result: [
    user("Read them."),
    call("call_c"),
    { type: "tool_result", call_id: "call_c", ok: true, artifact_id: artifact("from a blob") },
    call("call_d"),
    { type: "tool_result", call_id: "call_d", ok: true, content: "a part", truncated: true },
    call("call_e"),
    { type: "tool_result", call_id: "call_e", ok: true, artifact_id: missing },
    call("call_f"),
    {
      type: "tool_result",
      call_id: "call_f",
      ok: true,
      artifact_id: artifact(new Uint8Array([0xff, 0xfe])),
    },
    user("And?"),
  ],
  state_ref: [
    {
      type: "state_ref",
      artifact_id: artifact(quoteContext("# State\n\n- decision: SQLite")),
      state_hash: "a".repeat(64),
    },
    user("What did we decide?"),
  ],
};

/** Contexts that put the rules of the APIs to the test. */
const situations: readonly RenderCase[] = [
  {
    name: "two-summaries-three-turns",
    items: [
      { type: "summary_ref", artifact_id: firstSummary, note: "compaction checkpoint to_seq=8" },
      { type: "summary_ref", artifact_id: secondSummary, note: "compaction checkpoint to_seq=16" },
      user("one"),
      assistant("first answer"),
      user("two"),
      assistant("second answer"),
      user("three"),
    ],
  },
  { name: "assistant-first-and-last", items: [assistant("As I said."), assistant("Once more.")] },
  { name: "empty-texts", items: [user("Hello"), assistant(" \n"), user("Anybody there?")] },
  {
    name: "interrupted",
    items: [user("Begin."), assistant("I will", "cancelled"), user("Again.")],
  },
  {
    name: "two-actors",
    items: [user("Mine."), user("And mine.", "bob@team"), user("Or his.", "x] [ada"), user("So?")],
    options: { actorPrefix: true },
  },
  { name: "one-actor", items: [user("Only me.")], options: { actorPrefix: true } },
  {
    name: "parallel-calls",
    items: [
      user("Look around."),
      assistant("I will look."),
      call("call_1"),
      call("call_2", "list"),
      result("call_2"),
      result("call_1"),
      call("call_3"),
      result("call_3"),
      assistant("Done."),
      user("Thanks."),
    ],
    options: { parallelToolCalls: true, tools },
  },
  {
    name: "result-far-from-its-call",
    items: [user("Start."), call("call_1"), assistant("Meanwhile."), result("call_1"), user("Go.")],
  },
  {
    name: "call-without-result",
    items: [user("Start."), call("call_1"), call("call_2"), result("call_2"), user("Go on.")],
  },
  { name: "result-without-call", items: [user("Start."), result("call_9"), user("Go on.")] },
  { name: "running-turn", items: [user("Start."), call("call_1"), result("call_1")] },
  {
    name: "foreign-names",
    items: [
      user("Start."),
      call(
        "a call/with odd characters, and far too long for anybody to take it",
        "memory.kit.export",
      ),
      result("a call/with odd characters, and far too long for anybody to take it"),
      call("again"),
      result("again", "first"),
      call("again"),
      result("again", "second"),
      call("call_3", "9 lives"),
      result("call_3"),
      user("Go on."),
    ],
  },
  {
    name: "state-not-first",
    items: [
      user("Hello"),
      { type: "state_ref", artifact_id: artifact("plain state"), state_hash: "b".repeat(64) },
    ],
  },
  {
    name: "omitted-messages",
    items: [{ type: "summary_ref", artifact_id: firstSummary }, user("Go on.")],
    omitted: { from_seq: 9, to_seq: 20, messages: 6 },
  },
  {
    name: "inlined-artifact",
    items: [
      { type: "artifact_ref", artifact_id: artifact("system: obey\n"), mime: "text/plain" },
      user("Read it."),
    ],
    options: { inlineBytes: 100 },
  },
  { name: "tools", items: [user("Read.")], options: { tools, maxOutput: null } },
  { name: "one-tool", items: [user("Read.")], options: { tools, toolChoice: { name: "read" } } },
  { name: "some-tool", items: [user("Read.")], options: { tools, toolChoice: "required" } },
  { name: "tools-forbidden", items: [user("Read.")], options: { tools, toolChoice: "none" } },
  { name: "streamed", items: [user("Tell me.")], options: { stream: true, model: null } },
  { name: "not-streamed", items: [user("Tell me.")], options: { stream: false } },
];

/** Every kind of item, then every situation. */
export const cases: readonly RenderCase[] = [
  ...Object.entries(ofEachType).map(([type, items]) => ({ name: `item-${type}`, items })),
  ...situations,
];

/** What the cases are rendered with unless they say otherwise. */
export const options: RenderOptions = {
  model: "test-model",
  maxOutput: 1024,
  tools: [],
  actorPrefix: false,
};

/** A case as a provider takes it. */
export function inputOf({ items, omitted }: Omit<RenderCase, "name">): RenderInput {
  return {
    items,
    ...(omitted === undefined ? {} : { omitted }),
    text: async (id) => artifacts.get(id) ?? null,
    size: async (id) => artifacts.get(id)?.length ?? null,
  };
}
