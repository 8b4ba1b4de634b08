/** What a mandate is asked to do, what it is planned from, and what it will write. */

import type { promptFiles } from "../../model/ai-context/context-file.ts";
import type { Block } from "../hygiene/gate.ts";
import type { Volume } from "../hygiene/volume.ts";
import type { KeptDigest, Memory } from "../memory/reconcile.ts";
import type { ModelCheck, ModelController } from "../model/check.ts";
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

/** What a mandate is planned from. */
export interface MandateInput {
  readonly files: ResponsibilityFiles;
  readonly record: CuratorRecord;
  readonly memory: Memory;
  readonly config: WorkspaceConfig;
  readonly responsibility: string;
  readonly at: string;
  readonly detected: string;
  readonly forMandate: string | null;
  readonly isBoot: boolean;
  /** The same drift is not noted again within this time. */
  readonly graceSeconds: number;
  /** SHA-256 of the effective policy; null when there is none. */
  readonly policyHash: string | null;
  readonly controller: ModelController | null;
  /** Lines that the memory gets besides those of the mandate itself. */
  readonly extraNotes: readonly string[];
  /** Whether lines of the memory are recorded in the ledger by this run. */
  readonly recordsNotes: boolean;
  readonly override: { readonly reason: string; readonly by: string } | null;
}

/** What a mandate writes. */
export interface MandatePlan {
  /** Files of the bundle whose bytes change, by name. */
  readonly publish: ReadonlyMap<string, string>;
  /** Text to append to the insights. */
  readonly insights: string | null;
  /** Lines to append to the memory, notes that it lacks first. */
  readonly append: readonly string[];
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
