import * as z from "zod";
import { at, by, id, json, text } from "../tables/values.ts";

/** Most characters of a request's subject, of its summary and of a note. */
const SUBJECT = 200;
/** Most characters of a request's summary, and of a note. */
const SUMMARY = 2000;
/** Most bytes of a request's payload. */
export const PAYLOAD_BYTES = 32 * 1024;

const seconds = z.int().min(0).max(1_000_000_000);

/** A request as it was made. */
export const createdSchema = z.object({
  at,
  ...by,
  type: text(64).regex(/^[a-z][a-z0-9_]*$/),
  origin_responsibility_id: id,
  target_responsibility_id: id,
  origin_mandate_id: text(128).nullish(),
  subject: text(SUBJECT).min(1),
  summary: text(SUMMARY),
  body_md_path: text(1024).nullish(),
  payload: json.nullish(),
  priority: z.int().min(0).max(1_000_000).default(100),
  sla_response_seconds: seconds.nullish(),
  sla_completion_seconds: seconds.nullish(),
  due_at: at.nullish(),
  available_at: at,
  idempotency_key: text(256).min(1).nullish(),
  authored_by: z.enum(["human", "ai", "hybrid"]),
  author_agent_id: text(128).nullish(),
  source_context: text(1024).nullish(),
});
/** A request as it was made. */
export type CreatedBody = z.infer<typeof createdSchema>;

/** A change of a request's status. */
export const stepSchema = z.object({
  at,
  ...by,
  from: text(16),
  note: text(SUMMARY).nullish(),
  /** When a deferred request comes back. */
  available_at: at.nullish(),
});
/** A change of a request's status. */
export type StepBody = z.infer<typeof stepSchema>;

/** What a responsibility answers to an offer of context. */
export const answers = ["ack_context_relevant", "not_relevant"] as const;

/** The answer to an offer of context. */
export const answeredSchema = z.object({ at, ...by, answer: z.enum(answers) });
