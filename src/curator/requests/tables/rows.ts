import type { RequestStatus } from "../status.ts";

/** A request for action. */
export type RequestRow = {
  readonly id: string;
  readonly type: string;
  readonly origin_responsibility_id: string;
  readonly target_responsibility_id: string;
  readonly origin_mandate_id: string | null;
  readonly subject: string;
  readonly summary: string;
  readonly body_md_path: string | null;
  readonly payload_json: string | null;
  readonly workspace_id: string;
  readonly status: RequestStatus;
  readonly priority: number;
  readonly sla_response_seconds: number | null;
  readonly sla_completion_seconds: number | null;
  readonly acknowledged_at: string | null;
  readonly due_at: string | null;
  readonly processed_at: string | null;
  readonly closed_at: string | null;
  readonly created_at: string;
  readonly available_at: string;
  readonly idempotency_key: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly authored_by: string;
  readonly author_agent_id: string | null;
  readonly source_context: string | null;
};

/** Something that happened to a request. */
export type RequestEventRow = {
  readonly id: number;
  readonly request_id: string;
  readonly event_type: string;
  readonly old_status: RequestStatus | null;
  readonly new_status: RequestStatus | null;
  readonly note: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly created_agent_id: string | null;
};
