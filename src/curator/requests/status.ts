/** Every status of a request. */
export const requestStatuses = [
  "created",
  "pending",
  "accepted",
  "deferred",
  "rejected",
  "cancelled",
  "expired",
  "completed",
] as const;
/** Where a request is in its life. */
export type RequestStatus = (typeof requestStatuses)[number];

/** The changes of a status that exist, by the event that records each. */
export const requestSteps = {
  request_opened: { from: ["created", "deferred"], to: "pending" },
  request_accepted: { from: ["pending"], to: "accepted" },
  request_deferred: { from: ["pending"], to: "deferred" },
  request_rejected: { from: ["pending"], to: "rejected" },
  request_cancelled: { from: ["pending"], to: "cancelled" },
  request_expired: { from: ["pending"], to: "expired" },
  request_completed: { from: ["accepted"], to: "completed" },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly RequestStatus[]; readonly to: RequestStatus }>
>;

/** An event that changes the status of a request. */
export type RequestStep = keyof typeof requestSteps;

/** Every change of a status, as `from>to`. */
export const requestArrows: readonly string[] = Object.values(requestSteps).flatMap(
  ({ from, to }) => from.map((before) => `${before}>${to}`),
);

/** Whether nothing can change a request any more. */
export function isTerminal(status: RequestStatus): boolean {
  return !requestArrows.some((arrow) => arrow.startsWith(`${status}>`));
}

/** The types of requests with rules of their own. */
export const requestTypes = {
  action: "request_for_action",
  ingest: "ingest_new_context",
  available: "new_context_available",
  /** What went wrong, for the steward; the kernel alone makes these. */
  alert: "telemetry_alert",
} as const;
