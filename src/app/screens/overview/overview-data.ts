/** What the operation `overview` returns, as far as the screen shows it. */

import { formatCount } from "../../../base/text/format-count.ts";

/** An entry in force. */
export interface EntryInForce {
  readonly id: string;
  readonly slot: string;
  readonly content: string;
  readonly tokens: number;
  readonly committed_at: string;
}

/** The first look at a workspace. */
export interface OverviewData {
  readonly workspace: {
    readonly location: string;
    readonly engine: string;
    readonly events: number;
    readonly streams: number;
    readonly last_at: string | null;
    readonly ok: boolean;
  } | null;
  readonly state: StateInForce | null;
  readonly attention: AttentionData;
}

/** The current state. */
export interface StateInForce {
  readonly budget_tokens: number;
  readonly token_count: number;
  readonly slots: readonly string[];
  readonly entries: readonly EntryInForce[];
}

/** An entry whose files or commit have changed since it was committed. */
export interface OutdatedEntry {
  readonly id: string;
  readonly namespace: string;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly commit_lost: boolean;
}

/** What waits for a person. */
export interface AttentionData {
  readonly conflicts: readonly {
    readonly id: string;
    readonly other: { readonly id: string };
  }[];
  /** Refused texts, each with the entry in force that it contradicts. */
  readonly contradictions: readonly {
    readonly id: string;
    readonly seq: number;
    readonly content: string;
  }[];
  readonly proposals: readonly string[];
  readonly stale: readonly OutdatedEntry[];
  readonly handoffs: readonly {
    readonly agent: string;
    readonly session_id: string;
    readonly at: string;
  }[];
  readonly hook_faults: readonly string[];
  readonly abandoned_runs: number;
}

/** What has changed since an entry was committed. */
export function reasonOf({ changed, missing }: Pick<OutdatedEntry, "changed" | "missing">): string {
  const parts = [
    changed.length > 0 ? `${formatCount(changed.length, "file")} changed since: ${changed[0]}` : "",
    missing.length > 0 ? `${formatCount(missing.length, "file")} gone: ${missing[0]}` : "",
  ].filter((part) => part !== "");
  return parts.join("; ") || "its commit is gone";
}
