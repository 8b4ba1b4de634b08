import type { JsonObject } from "../base/json/value.ts";
import type { RoutingRule } from "../model/slot-routing.ts";
import type { Status } from "./bodies.ts";
import type { GateConfig } from "./gate/config.ts";
import type { Verdict } from "./gate/gate.ts";
import type { RoomRules } from "./placing.ts";

/** Something that asks to be held in force. */
export interface CommitRequest {
  readonly content: string;
  readonly id?: string | undefined;
  readonly slot?: string | undefined;
  readonly score?: number | undefined;
  readonly status?: Status | undefined;
  readonly namespace?: string | undefined;
  readonly author_id?: string | undefined;
  readonly access_list?: readonly string[] | undefined;
  readonly unit_ref?: string | undefined;
  /** The version of the entry with this id that the caller has seen; 0 for none. */
  readonly expect_version?: number | undefined;
  /** The entry that it replaces, as the gate proposed or the caller knows. */
  readonly supersedes?: string | undefined;
  /** The version of that entry that the caller has seen; any unless told. */
  readonly supersedes_version?: number | undefined;
  /** How well it answers the goal, from 0 to 1. */
  readonly relevance?: number | undefined;
  /** Decided by someone already: the gate's word is recorded, and only room can be refused. */
  readonly decided?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Rules of a commit that are not of the state itself. */
export interface CommitRules extends RoomRules {
  readonly gate: GateConfig;
  /** How entries without a slot are filed. */
  readonly routing?: readonly RoutingRule[];
  /** A verdict that a judge gave before, over the same entries. */
  readonly verdict?: Verdict & { readonly slot?: string | null; readonly score?: number | null };
}

/** What became of a commit. */
export interface CommitResult {
  readonly decision: "admitted" | "updated" | "superseded" | "rejected" | "conflict";
  readonly reason_code: string;
  readonly id: string | null;
  readonly namespace: string;
  readonly slot: string | null;
  readonly version: number | null;
  readonly tokens: number;
  readonly resolution: string | null;
  readonly evicted: readonly string[];
  /** The entry that the gate proposes to supersede, or that says the same already. */
  readonly matched: string | null;
  readonly verdict: Verdict | null;
}
