import * as z from "zod";
import { isSha256 } from "../base/hash.ts";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { count, type positive } from "./values.ts";

/** What a stream kind is for, and whether rip-style logs know it. */
interface StreamKindFacts {
  readonly contents: string;
  readonly rip: boolean;
}

/** Every kind of stream. A new kind is a line here. */
export const streamKinds = {
  continuity: { contents: "a thread", rip: true },
  session: { contents: "a run", rip: true },
  task: { contents: "a background task", rip: true },
  artifact: { contents: "what happened to an artifact", rip: true },
  transcript: { contents: "an agent's session", rip: false },
  state: { contents: "a committed state", rip: false },
  use: { contents: "reads and decay of a state", rip: false },
  unit: { contents: "units of the memory layer", rip: false },
  request: { contents: "a request for action", rip: false },
  responsibility: { contents: "a responsibility", rip: false },
  ingestion: { contents: "incoming material", rip: false },
  telemetry: { contents: "measurements", rip: false },
  task_run: { contents: "the run of a task bundle", rip: false },
  handoff: { contents: "a handoff", rip: false },
  history: { contents: "foreign events that disagree with ours, kept as they came", rip: false },
  ledger: { contents: "what was done to the ledger itself: redactions, foreign ids", rip: false },
} as const satisfies Readonly<Record<string, StreamKindFacts>>;

/** The part of a stream's name before the colon. */
export type StreamKind = keyof typeof streamKinds;

/** A stream's name: `<kind>:<id>`. */
export type StreamName = `${StreamKind}:${string}`;

// The id is used in indexes and in file names of exports: no control characters, and bounded.
const STREAM = /^([a-z_]+):([^\p{Cc}]{1,512})$/u;

/** The kind of a stream, or null when the text is not the name of one. */
export function streamKind(stream: string): StreamKind | null {
  const kind = STREAM.exec(stream)?.[1] ?? "";
  return Object.hasOwn(streamKinds, kind) ? (kind as StreamKind) : null;
}

/** The part of a stream's name after the colon. */
export function streamId(stream: string): string {
  return stream.slice(stream.indexOf(":") + 1);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: "Must be 64 lower-case hex digits" });

/** Who did something, and through which surface. */
export const actorSchema = z.strictObject({ id: z.string(), origin: z.string() });

/** Who did something, and through which surface. */
export type Actor = z.infer<typeof actorSchema>;

/** A text as a body names it: where its bytes are kept changes nothing about the event. */
export type TextRef = { readonly sha256: string; readonly bytes: number };

/** An event as it travels: everything but its place in the workspace. */
export const eventSchema = z.strictObject({
  stream: z.string().refine((name) => streamKind(name) !== null, "Not the name of a stream"),
  seq: count,
  id: z.string().regex(/^[^\p{Cc}]{1,512}$/u, { error: "Must be a short text in one line" }),
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, { error: "Must be UTC with ms" }),
  type: z.string().regex(/^[a-z][a-z0-9_]{0,127}$/, { error: "Must be snake_case" }),
  actor: actorSchema.nullable(),
  body: z.custom<JsonObject>(isObject, "Must be an object"),
  raw: sha256.nullable(),
  prev: sha256.nullable(),
  hash: sha256,
});

/** An event as it travels. */
export type PortableEvent = z.infer<typeof eventSchema>;

/** One event of a workspace's ledger. */
export interface LedgerEvent extends PortableEvent {
  readonly pos: z.infer<typeof positive>;
}

/** Whether a value of a body is the name of a text. */
export function isTextRef(value: unknown): value is TextRef {
  // By hand, because appends, rebuilds and collections ask it for almost every event.
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { sha256: name, bytes } = value;
  if (typeof name !== "string" || !isSha256(name)) return false;
  return typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0;
}
