/** What a mandate is asked to do, what it is planned from, and what it will write. */

import type { JsonObject } from "../../base/json/value.ts";
import type { promptFiles } from "../../model/ai-context/context-file.ts";
import type { Audit } from "../audit/open-audit.ts";
import type { TokenBudget } from "../files/fit.ts";
import type { Block } from "../hygiene/gate.ts";
import type { Volume } from "../hygiene/volume.ts";
import type { KeptDigest, Memory } from "../memory/reconcile.ts";
import type { ModelCheck, ModelController } from "../model/check.ts";
import type { Policy } from "../telemetry/policy.ts";
import type { WorkspaceConfig } from "../workspace/config.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord, MandateRecord } from "../workspace/record.ts";

/** The name of a generated file. */
export type PromptFile = (typeof promptFiles)[number];

/** What a mandate does. */
export interface MandateChoice {
  readonly mandate:
    | "refresh_ai_context"
    | "compact_memory_events"
    | "update_open_requests"
    | "check_model_preferences"
    /** Adds lines to the memory, and to the recent activity that shows them. */
    | "note_memory";
  readonly files: readonly PromptFile[];
  readonly checksModel: boolean;
  readonly compacts: boolean;
  readonly alerts: boolean;
  /** Whether the volume is measured and may block. */
  readonly gated: boolean;
}

/** What a mandate is planned from: the files and the record of a responsibility at one time. */
export interface Snapshot {
  readonly responsibility: string;
  readonly at: string;
  readonly config: WorkspaceConfig;
  readonly files: ResponsibilityFiles;
  /** Tokens that a model reads of all files together. */
  readonly budget: TokenBudget;
  /** The metadata of the bundle as it was published last; null if it never was. */
  readonly standing: JsonObject | null;
  readonly record: CuratorRecord;
  readonly memory: Memory;
  readonly policy: Policy;
  /** The model that is in use. */
  readonly detectedModel: string;
}

/** A snapshot with the record of refreshes, which a publication is added to. */
export interface PublishingSnapshot extends Snapshot {
  readonly audit: Audit;
}

/** What the caller of a mandate decides. */
export interface MandateOrder {
  /** The mandate that the model is checked for; null for any. */
  readonly forMandate: string | null;
  readonly isBoot: boolean;
  readonly controller: ModelController | null;
  readonly override: Override | null;
  /** Lines that the memory gets besides those of the mandate itself. */
  readonly notes: readonly string[];
  /** Whether lines of the memory are recorded in the ledger by this run. */
  readonly recordsNotes: boolean;
}

/** The steward's decision to publish although a limit is exceeded. */
export interface Override {
  readonly reason: string;
  readonly by: string;
}

/** What a mandate writes. */
export interface MandatePlan {
  /** Files of the bundle whose bytes change, by name. */
  readonly publish: ReadonlyMap<string, string>;
  /** Text to append to the insights. */
  readonly insights: string | null;
  /** Lines to append to the memory, notes that it lacks first. */
  readonly append: readonly string[];
  /** Lines to append to the audit file. */
  readonly audit: readonly string[];
  /** The memory after the run in short, for the next one; null if that has to read it all. */
  readonly memory: KeptDigest | null;
  readonly record: MandateRecord;
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly warnings: readonly string[];
  readonly blocked: Block | null;
  readonly hashes: Readonly<Record<string, string>>;
  readonly model: ModelCheck | null;
  readonly volume: Volume | null;
}
