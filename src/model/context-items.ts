import * as z from "zod";
import { codedMessage } from "../base/check-record.ts";
import { isObject } from "../base/json/value.ts";
import { count, name } from "./values.ts";

/** The roles of a message. */
export const messageRoles = ["system", "developer", "user", "assistant"] as const;

/** The name of an artifact: 64 lower-case hex digits, as a SHA-256 has. */
export const artifactId = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: codedMessage("E_SHAPE", "Must be 64 lower-case hex digits") });

const note = z.string().nullish();

/** The thread an item was inherited from, when it is not the one that was compiled. */
const inherited = { thread_id: z.string().nullish() };

/** A message, with its position in the log when that is known. */
const messageItem = z.object({
  type: z.literal("message"),
  role: z.enum(messageRoles),
  content: z.string(),
  actor_id: z.string().nullish(),
  origin: z.string().nullish(),
  thread_seq: count.nullish(),
  thread_event_id: z.string().nullish(),
  ...inherited,
  /** How the run that wrote it ended, when it was not completed. */
  status: z.string().nullish(),
});

/** A compaction summary that replaces earlier messages. */
const summaryRefItem = z.object({
  type: z.literal("summary_ref"),
  artifact_id: artifactId,
  note,
  ...inherited,
});

/** The curated context that a thread begun by a handoff starts from. */
const handoffBundleRefItem = z.object({
  type: z.literal("handoff_bundle_ref"),
  artifact_id: artifactId,
  note,
});

/** A tool's output, an index, or another artifact worth fetching. */
const artifactRefItem = z.object({
  type: z.literal("artifact_ref"),
  artifact_id: artifactId,
  note,
  mime: z.string().nullish(),
  ...inherited,
});

/** A file of the workspace, at a checkpoint when one is named. */
const fileRefItem = z.object({
  type: z.literal("file_ref"),
  path: z.string(),
  checkpoint_id: z.string().nullish(),
  note,
  ...inherited,
});

/** What a tool changed during a run; null paths mean that they are unknown. */
const toolSideEffectRefItem = z.object({
  type: z.literal("tool_side_effect_ref"),
  run_session_id: z.string(),
  tool_id: z.string(),
  affected_paths: z.array(z.string()).nullish(),
  checkpoint_id: z.string().nullish(),
  ...inherited,
});

/** A tool call of the model. Arguments that are not a JSON object are kept as the text the model gave. */
const toolCallItem = z.object({
  type: z.literal("tool_call"),
  call_id: name,
  name,
  arguments: z.union([z.string(), z.record(z.string(), z.json())]),
  run_session_id: z.string().nullish(),
  thread_event_id: z.string().nullish(),
  ...inherited,
});

/** What a tool answered: exactly one of `content` and `artifact_id` is set. */
const toolResultItem = z.object({
  type: z.literal("tool_result"),
  call_id: name,
  ok: z.boolean(),
  content: z.string().nullish(),
  artifact_id: artifactId.nullish(),
  truncated: z.boolean().nullish(),
  ...inherited,
});

/** The rendering of a committed state, with the hash of the state it shows. */
const stateRefItem = z.object({
  type: z.literal("state_ref"),
  artifact_id: artifactId,
  state_hash: artifactId,
  note,
});

/** One item of a compiled context, distinguished by `type`; an unknown type is refused. */
export const contextItem = z.discriminatedUnion(
  "type",
  [
    messageItem,
    summaryRefItem,
    handoffBundleRefItem,
    artifactRefItem,
    fileRefItem,
    toolSideEffectRefItem,
    toolCallItem,
    toolResultItem,
    stateRefItem,
  ],
  { error: (issue) => typeFault(issue) },
);

/** One item of a compiled context. Adding a type is a member above and a case wherever the compiler complains. */
export type ContextItem = z.infer<typeof contextItem>;

/** What a message names: files and artifacts. */
export const messageRefItem = z.discriminatedUnion("type", [fileRefItem, artifactRefItem]);

/** What is done between a question and its answer. */
export const turnStepItem = z.discriminatedUnion("type", [
  toolCallItem,
  toolResultItem,
  toolSideEffectRefItem,
]);

/** The `type` of an item. */
export type ContextItemType = ContextItem["type"];

/** The item types that the first version of the context bundle lacks; using one makes the bundle a v2. */
export const itemTypesOfV2: ReadonlySet<string> = new Set<ContextItemType>([
  "handoff_bundle_ref",
  "artifact_ref",
  "file_ref",
  "tool_side_effect_ref",
  "tool_call",
  "tool_result",
  "state_ref",
]);

/** One item of a context bundle of the first version; a later type is a matter of version, not an unknown word. */
export const contextItemOfV1 = z.discriminatedUnion("type", [messageItem, summaryRefItem], {
  error: (issue) => typeFault(issue, itemTypesOfV2),
});

function typeFault(
  issue: { readonly code?: string; readonly input?: unknown },
  later: ReadonlySet<unknown> = new Set(),
): string | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const { input } = issue;
  if (!isObject(input) || !Object.hasOwn(input, "type")) {
    return codedMessage("E_SHAPE", 'An item needs a "type"');
  }
  if (later.has(input.type)) {
    return codedMessage(
      "E_VERSION",
      "Items of this type belong to the second version of the format",
    );
  }
  return codedMessage("E_ENUM", "Not a known item type; to drop context unseen would be worse");
}
