/** The part of `request list` and `request show` that the screens show. */

/** A request to a responsibility. */
export interface RequestShown {
  readonly id: string;
  readonly type: string;
  readonly origin_responsibility_id: string;
  readonly target_responsibility_id: string;
  readonly subject: string;
  readonly summary: string;
  readonly status: string;
  readonly priority: number;
  readonly due_at: string | null;
  readonly created_at: string;
  readonly available_at: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** How the clock of a request stands. */
export type SlaClass = "ok" | "at_risk" | "breached";

/** The queue. */
export interface RequestQueue {
  readonly requests: readonly (RequestShown & { readonly sla: SlaClass })[];
  readonly sla: Readonly<Record<SlaClass, number>>;
}

/** One request with everything that happened to it. */
export interface RequestHistory {
  readonly request: RequestShown;
  readonly sla: SlaClass;
  readonly events: readonly {
    readonly id: number;
    readonly event_type: string;
    readonly old_status: string | null;
    readonly new_status: string | null;
    readonly note: string | null;
    readonly created_at: string;
    readonly created_by: string;
  }[];
}

/** How an SLA is marked. */
export const slaLooks = { ok: "good", at_risk: "warn", breached: "bad" } as const;

/** How an SLA is called. */
export const slaNames = { ok: "in time", at_risk: "at risk", breached: "late" } as const;

/** How a status is marked; what is over has no colour. */
export function statusLook(status: string): "good" | "warn" | "bad" | "plain" {
  if (status === "accepted" || status === "completed") return "good";
  if (status === "deferred") return "warn";
  return status === "rejected" || status === "failed" ? "bad" : "plain";
}

/** A day from now, at the hour, as the record spells a time. */
export function tomorrow(now: Date): string {
  const day = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  return `${day.toISOString().slice(0, 13)}:00:00Z`;
}
