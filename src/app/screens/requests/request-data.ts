import type { Answer } from "../../answers.ts";

/** The queue. */
export type RequestQueue = Answer<"request list">;

/** One request with everything that happened to it. */
export type RequestHistory = Answer<"request show">;

/** A request to a responsibility. */
export type RequestShown = RequestHistory["request"];

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
