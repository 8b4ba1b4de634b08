import * as z from "zod";
import { requestStatuses } from "../status.ts";

/** A request for action. */
export const requestSchema = () =>
  z.object({
    id: z.string(),
    type: z.string(),
    origin_responsibility_id: z.string(),
    target_responsibility_id: z.string(),
    origin_mandate_id: z.string().nullable(),
    subject: z.string(),
    summary: z.string(),
    body_md_path: z.string().nullable(),
    payload_json: z.string().nullable(),
    workspace_id: z.string(),
    status: z.enum(requestStatuses),
    priority: z.number(),
    sla_response_seconds: z.number().nullable(),
    sla_completion_seconds: z.number().nullable(),
    acknowledged_at: z.string().nullable(),
    due_at: z.string().nullable(),
    processed_at: z.string().nullable(),
    closed_at: z.string().nullable(),
    created_at: z.string(),
    available_at: z.string(),
    idempotency_key: z.string().nullable(),
    attempts: z.number(),
    last_error: z.string().nullable(),
    authored_by: z.string(),
    author_agent_id: z.string().nullable(),
    source_context: z.string().nullable(),
  });

/** A request for action. */
export type RequestRow = z.infer<ReturnType<typeof requestSchema>>;

/** Something that happened to a request. */
export const requestEventSchema = () =>
  z.object({
    id: z.number(),
    request_id: z.string(),
    event_type: z.string(),
    old_status: z.enum(requestStatuses).nullable(),
    new_status: z.enum(requestStatuses).nullable(),
    note: z.string().nullable(),
    created_at: z.string(),
    created_by: z.string(),
    created_agent_id: z.string().nullable(),
  });

/** Something that happened to a request. */
export type RequestEventRow = z.infer<ReturnType<typeof requestEventSchema>>;
