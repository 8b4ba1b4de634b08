import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import type { RoutingRule } from "../../model/slot-routing.ts";
import type { Status } from "../event-bodies.ts";
import type { GateConfig } from "../gate/config.ts";
import type { Verdict } from "../gate/gate.ts";
import { nearEntriesFields, verdictFields } from "../gate/verdict-result.ts";
import type { BudgetRules } from "./place-entry.ts";

/** A text that is to be committed. */
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
  /** Id of the entry that it replaces, as the gate proposed or the caller knows. */
  readonly supersedes?: string | undefined;
  /** The version of that entry that the caller has seen; default: any. */
  readonly supersedes_version?: number | undefined;
  /** How well it serves the goal, from 0 to 1. */
  readonly relevance?: number | undefined;
  /** Someone has decided already: the gate's verdict is recorded, but only the budget can reject. */
  readonly skipGate?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Rules of a commit that do not come from the state itself. */
export interface CommitRules extends BudgetRules {
  readonly gate: GateConfig;
  /** How the slot is chosen when the caller names none. */
  readonly routing?: readonly RoutingRule[];
  /** A judge's verdict over the same entries; the gate is not asked again. */
  readonly verdict?: Verdict & { readonly slot?: string | null; readonly score?: number | null };
}

/** The result of a commit. */
export const commitResultSchema = () =>
  z.object({
    decision: z.enum(["admitted", "updated", "superseded", "rejected", "conflict"]),
    reason_code: z.string(),
    id: z.string().nullable(),
    namespace: z.string(),
    slot: z.string().nullable(),
    version: z.number().nullable(),
    tokens: z.number(),
    resolution: z.string().nullable(),
    evicted: z.array(z.string()).readonly(),
    /** The entry that it replaced; null for none. */
    replaced: z.string().nullable(),
    /** The entry that the gate proposes to supersede, or that states the same. */
    matched: z.string().nullable(),
    ...nearEntriesFields(),
    /** What the gate measured; null when it was not asked. */
    verdict: z.object(verdictFields()).nullable(),
  });

/** The result of a commit, as operations return it. */
export type CommitOutput = z.infer<ReturnType<typeof commitResultSchema>>;

/** The result of a commit, with the verdict as the gate returned it. */
export type CommitResult = Omit<CommitOutput, "verdict"> & { readonly verdict: Verdict | null };
