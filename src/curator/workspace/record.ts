/**
 * What a mandate reads of the workspace's record, in one snapshot, and what it writes there at its
 * end. The curator never changes a request, the registry or lineage: there is no way to here.
 */

/** The class of a request's clock. */
export type SlaClass = "ok" | "at_risk" | "breached";

/** A request that this responsibility made or received, with its newest answer. */
export interface RequestState {
  readonly id: string;
  readonly status: string;
  readonly origin: string;
  readonly target: string;
  readonly subject: string;
  /** What is asked for in more words; empty if the subject says all. */
  readonly summary: string;
  readonly priority: number;
  readonly created_at: string;
  readonly due_at: string | null;
  /** When it may be taken on; for a deferred one, when it comes back. */
  readonly available_at: string;
  /** When it got its status. */
  readonly since: string;
  /** The reason or the place of the result that was given with its status. */
  readonly note: string | null;
}

/** An open request to this responsibility. */
export interface OpenRequest extends RequestState {
  readonly status: "pending" | "accepted" | "deferred";
  readonly sla: SlaClass;
}

/** The entry of a responsibility in the registry. */
export interface RegistryEntry {
  readonly id: string;
  readonly name: string | null;
  readonly status: "draft" | "active" | "suspended" | "retired";
  readonly chief_of_staff_id: string;
}

/** Ids of a measurement and of an alert. */
export interface TelemetryIds {
  readonly metric: number;
  readonly alert: number;
}

/** One snapshot of the record, as far as it concerns a responsibility. */
export interface CuratorRecord {
  readonly entry: RegistryEntry | null;
  /** Pending ones in the order in which they are claimed, at most 50, then accepted and deferred. */
  readonly requests: readonly OpenRequest[];
  /** Pending requests that are not listed. */
  readonly morePending: number;
  /** How many open requests, listed or not, are in each class of their clock. */
  readonly sla: Readonly<Record<SlaClass, number>>;
  /** How many requests are open. */
  readonly depth: number;
  /** The pending request that has waited longest; null when none waits. */
  readonly waiting: OpenRequest | null;
  /** Open requests, listed or not, whose time runs out or has run out; those about alerts are left out. */
  readonly late: readonly OpenRequest[];
  /** What this responsibility asked of others and is not closed, at most 50. */
  readonly sent: readonly RequestState[];
  /** Sent requests that are not listed. */
  readonly moreSent: number;
  /** Requests of both directions that were closed last, newest first. */
  readonly closed: readonly RequestState[];
  /** The highest id of a request event that concerns this responsibility; 0 for none. */
  readonly lastRequestEvent: number;
  /** The model that was seen last, by telemetry, imported transcripts or runs. */
  readonly detectedModel: { readonly model: string; readonly at: string } | null;
  /** Lines of the memory that were recorded since the last run, in order. */
  readonly notes: readonly string[];
  /** Lines of the audit file that were recorded since the last run, in order. */
  readonly audits: readonly string[];
  /** How many events the stream of the responsibility has. */
  readonly streamEnd: number;
  /** The ids that the next measurement and the next alert get. */
  readonly nextIds: TelemetryIds;
}

/** A measurement that a mandate records. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly status: "ok" | "warning" | "critical";
  readonly clause: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly window?: string;
  /** An alert about this measurement. */
  readonly alert?: {
    readonly type: string;
    readonly severity: "info" | "warning" | "critical";
    readonly note: string;
  };
}

/** What a mandate writes to the ledger when it ends. */
export interface MandateRecord {
  readonly mandate: string;
  readonly responsibility: string;
  readonly at: string;
  /** Lines of the memory: those that people added, then those of this run. */
  readonly notes: readonly { readonly line: string; readonly by: "person" | "curator" }[];
  readonly metrics: readonly Metric[];
  /** The ids that the notes expect of the first measurement and alert; null when none is named. */
  readonly expectedIds: TelemetryIds | null;
  readonly changed: readonly string[];
  readonly bundleHash: string | null;
  /** The line of the audit file; null if the refresh has none. */
  readonly audit: string | null;
  /** What the mark of a refresh is recognised by while its files are not written. */
  readonly proof?: string;
}
