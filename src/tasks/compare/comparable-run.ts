import * as z from "zod";
import { type Measures, noMeasures } from "../read/measures.ts";
import type { RecordedArtifact, TaskFacts } from "../read/task-facts.ts";
import type { KeyedStep } from "./step.ts";

/** What is compared of a captured file. */
export interface FileVersion {
  readonly sha256: string;
  readonly mode: string | null;
}

/** A recorded hash that is not the file's. */
export const falseHashSchema = () =>
  z.object({
    path: z.string(),
    recorded: z.string(),
    /** Null when the file is not there. */
    actual: z.string().nullable(),
  });

/** A recorded hash that is not the file's. */
export type FalseHash = z.infer<ReturnType<typeof falseHashSchema>>;

/** A run as it is compared: from a task bundle, or from an agent's own session. */
export interface ComparableRun {
  readonly kind: "bundle" | "session";
  /** Where it is, as results name it. */
  readonly place: string;
  /** Whether `task run` wrote it. */
  readonly isCapturedRun: boolean;
  readonly facts: RunFacts;
  readonly measures: Measures;
  readonly steps: readonly KeyedStep[];
  /** Captured files by path; null for a session. */
  readonly files: ReadonlyMap<string, FileVersion> | null;
  readonly contentHash: string | null;
  /** Hash and size of every artifact, recorded or computed. */
  readonly artifactInfo: ReadonlyMap<string, RecordedArtifact>;
  readonly falseHashes: readonly FalseHash[];
  /** Why the run cannot be relied on: it does not match its sums, or contradicts itself. */
  readonly doubts: readonly string[];
  readonly patch: string | null;
}

/** The facts that a comparison shows of each side, under the names of the format. */
export interface RunFacts {
  readonly title: string;
  readonly schemaVersion: string | null;
  readonly createdAt: string | null;
  readonly tool: string | null;
  readonly model: string | null;
  readonly runtime: string | null;
  readonly repo: string | null;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** Names at the top of the bundle. */
  readonly artifacts: readonly string[];
  readonly workspaceFileCount: number;
  readonly eventCount: number;
  readonly outcome: TaskFacts["outcome"];
  readonly promptSource: string | null;
  readonly taskHash: string | null;
}

/** What is known of a session, where a bundle would have recorded it. */
export function sessionFacts(known: Partial<RunFacts> & Pick<RunFacts, "title">): RunFacts {
  return {
    schemaVersion: null,
    createdAt: null,
    tool: null,
    model: null,
    runtime: null,
    repo: null,
    commit: null,
    branch: null,
    tags: [],
    artifacts: [],
    workspaceFileCount: 0,
    eventCount: 0,
    outcome: null,
    promptSource: null,
    taskHash: null,
    ...known,
  };
}

/** A run of a session. */
export function sessionRun(
  place: string,
  facts: RunFacts,
  read: { readonly steps: readonly KeyedStep[]; readonly measures?: Measures },
): ComparableRun {
  return {
    kind: "session",
    place,
    isCapturedRun: false,
    facts: { ...facts, eventCount: read.steps.length },
    measures: read.measures ?? noMeasures,
    steps: read.steps,
    files: null,
    contentHash: null,
    artifactInfo: new Map(),
    falseHashes: [],
    doubts: [],
    patch: null,
  };
}
