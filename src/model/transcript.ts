import * as z from "zod";
import { count, timestamp } from "./values.ts";

/** Where an item came from: a record of the agent's own files. */
const sourcePlaceSchema = z.object({
  /** Relative to the session's folder; `/` between parts. */
  file: z.string(),
  /** The record's line, counted from 1. */
  line: count,
  /** The agent's own word for the record. */
  type: z.string(),
});

const common = {
  /** Unique in the transcript; the agent's own id where it has one. */
  id: z.string(),
  /** The item this one follows; null at a root. */
  parent_id: z.string().nullable(),
  at: timestamp.nullable(),
  actor: z.enum(["user", "assistant", "tool", "system"]),
  source: sourcePlaceSchema,
  /** SHA-256 of its record, in a transcript that has the records beside it; null elsewhere. */
  raw: z.string().nullable(),
  /** Id of the sub-agent it belongs to; null in the conversation itself. */
  thread: z.string().nullable(),
  /** Id of the `branch` item that heads a path the user left; null on the path that is in force. */
  branch: z.string().nullable(),
};

/** Something beside text in a message or a result, such as a picture. */
export const attachmentSchema = z.object({
  media_type: z.string(),
  /** Base64, when the record contains the bytes. */
  base64: z.string().nullable(),
  /** Path or address, when it only names them. */
  uri: z.string().nullable(),
});

/** What a tool does, where it means the same in several agents. */
export const toolKinds = [
  "shell",
  "read",
  "write",
  "edit",
  "search",
  "list",
  "glob",
  "fetch",
  "web_search",
  "plan",
  "sub_agent",
] as const;
/** One of the tools that several agents have. */
export type ToolKind = (typeof toolKinds)[number];

/** One item of a transcript. The kinds are closed: what fits none of them is `opaque`. */
export const transcriptItemSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("message"),
    role: z.enum(["user", "assistant"]),
    text: z.string(),
    model: z.string().nullable(),
    attachments: z.array(attachmentSchema),
    /**
     * Who gave a message in the user's place, when it was not the person: a background task with its
     * report, a teammate, the agent with the prompt of a command or a skill, or its program with
     * context such as the output of a hook.
     */
    sender: z.enum(["task", "teammate", "prompt", "context"]).optional(),
  }),
  /** Context that the agent put in by itself; never handed over. */
  z.object({
    ...common,
    kind: z.literal("injected"),
    text: z.string(),
    /** Whether it is a person's command to the agent's own program, such as `/model`, or its output. */
    is_command: z.boolean().optional(),
    /** Whether it is the text of a summary, which the compaction that it belongs to has as well. */
    is_summary: z.boolean().optional(),
  }),
  z.object({
    ...common,
    kind: z.literal("tool_call"),
    call_id: z.string(),
    name: z.string(),
    /** A JSON object, or the bare text some tools take. */
    arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
  }),
  z.object({
    ...common,
    kind: z.literal("tool_result"),
    call_id: z.string(),
    ok: z.boolean(),
    content: z.string(),
    attachments: z.array(attachmentSchema),
  }),
  z.object({
    ...common,
    kind: z.literal("reasoning"),
    /** What can be read of it; empty when all of it is sealed. */
    text: z.string(),
    /** Whether it carries something only its own provider can read: a signature, encrypted content. */
    sealed: z.boolean(),
  }),
  z.object({
    ...common,
    kind: z.literal("compaction"),
    trigger: z.enum(["manual", "auto"]).nullable(),
    /** Null when it cannot be read. */
    summary: z.string().nullable(),
    /** Ids of the earlier items that stay in force, in order. */
    kept: z.array(z.string()),
    /** Size in tokens of a summary that only its own provider can read, as its agent estimates it. */
    sealed_tokens: count.optional(),
    /** Whether the summary comes after the items that were kept; by default it comes before them. */
    summary_last: z.boolean().optional(),
  }),
  z.object({
    ...common,
    kind: z.literal("file_change"),
    path: z.string(),
    change: z.enum(["add", "update", "delete", "move"]),
    diff: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal("usage"),
    model: z.string().nullable(),
    input_uncached: count,
    cache_read: count,
    cache_write: count,
    output: count,
    /** Part of `output`. */
    reasoning: count,
  }),
  z.object({ ...common, kind: z.literal("error"), code: z.string().nullable(), text: z.string() }),
  /** Heads a path that was left by a rewind or an edit. */
  /** The beginning of a path that was not continued, or of another session in the same file. */
  z.object({ ...common, kind: z.literal("branch"), reason: z.string() }),
  z.object({
    ...common,
    /** Kept in raw form alone. */
    kind: z.literal("opaque"),
    /** Whether nobody knows records of its type, so that it may contain anything. */
    is_unknown: z.boolean().optional(),
    /** The kind of the part that is unknown, when the rest of its record is known. */
    unknown_part: z.string().optional(),
    /** Why a part of the conversation that belongs here cannot be handed over. */
    missing: z.string().optional(),
    /** Whether that part is not in the source either, so that its own agent would miss it as well. */
    is_absent: z.boolean().optional(),
  }),
]);

/** One item of a transcript. */
export type TranscriptItem = z.infer<typeof transcriptItemSchema>;

/** The reason of a branch that is another session in the same file. */
export const OTHER_SESSION = "another session";

/** The first line of `transcript.jsonl`: what the session is. */
export const transcriptHeaderSchema = z.object({
  type: z.literal("transcript"),
  version: z.literal(1),
  agent: z.string(),
  agent_version: z.string().nullable(),
  session_id: z.string(),
  cwd: z.string().nullable(),
  started_at: timestamp.nullable(),
  title: z.string().nullable(),
  model: z.string().nullable(),
  git_branch: z.string().nullable(),
  /** Set when another agent gave the task: what is written in the user's place is no person's. */
  sub_agent: z.literal(true).optional(),
});
/** What a session is: whose, where, since when. */
export type TranscriptHeader = z.infer<typeof transcriptHeaderSchema>;

/** The header of a session of which nothing else is known. */
export function emptyHeader(agent: string, session_id: string): TranscriptHeader {
  return {
    type: "transcript",
    version: 1,
    agent,
    agent_version: null,
    session_id,
    cwd: null,
    started_at: null,
    title: null,
    model: null,
    git_branch: null,
  };
}

/** File and line of an item, for findings and loss reports. */
export function locationOf({ source }: Pick<TranscriptItem, "source">): string {
  return `${source.file}:${source.line}`;
}
