import * as z from "zod";
import type { JsonObject } from "../base/json/value.ts";
import { count } from "../model/values.ts";

const textRef = z.object({ sha256: z.string(), bytes: count });

/** What a session is, as it was known when it was imported. */
export const describedSchema = z.object({
  agent: z.string(),
  agent_version: z.string().nullable(),
  session_id: z.string(),
  cwd: z.string().nullable(),
  started_at: z.string().nullable(),
  title: textRef.nullable(),
  model: z.string().nullable(),
  messages: count,
});
/** What a session is. */
export type DescribedBody = z.infer<typeof describedSchema>;

/** One record of the agent's own files; its bytes are the event's raw text. */
export const recordedSchema = z.object({ file: z.string(), line: count, bytes: count });

/** What an event of a transcript's stream says; null for one of a later version. */
export type TranscriptBody =
  | ({ readonly kind: "described" } & DescribedBody)
  | ({ readonly kind: "recorded" } & z.infer<typeof recordedSchema>);

/** Reads the body of an event by its type. */
export function parseTranscriptBody(type: string, body: JsonObject): TranscriptBody | null {
  if (type === "transcript_described") {
    const parsed = describedSchema.safeParse(body);
    return parsed.success ? { kind: "described", ...parsed.data } : null;
  }
  if (type !== "transcript_recorded") return null;
  const parsed = recordedSchema.safeParse(body);
  return parsed.success ? { kind: "recorded", ...parsed.data } : null;
}

/** The stream of a session. */
export function transcriptStream(agent: string, sessionId: string): string {
  return `transcript:${agent}/${sessionId}`;
}
