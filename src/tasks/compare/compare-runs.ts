import * as z from "zod";
import { compareBytes } from "../../base/file-set.ts";
import { totalTokens, type Usage } from "../read/measures.ts";
import type { ComparableRun, FileVersion } from "./comparable-run.ts";
import { compareSteps, type StepComparison } from "./compare-steps.ts";
import { aroundDifferences, compareTexts, textLineSchema } from "./compare-texts.ts";
import { patchStat, patchStatSchema } from "./patch-stat.ts";
import { type KeyedStep, shownKey } from "./step.ts";

/** How much of a comparison is listed. */
export interface CompareOptions {
  /** Rows of aligned steps. */
  readonly maxRows: number;
  /** Whether the two patches are compared line by line. */
  readonly diff: boolean;
}

/** Most files of a list, and lines of a difference of patches, that are shown. */
const MAX_LISTED = 10_000;
const MAX_LINES_LISTED = 5_000;
const CONTEXT = 3;

/** Compares two runs; deltas are left minus right. */
export function compareRuns(left: ComparableRun, right: ComparableRun, options: CompareOptions) {
  const files = compareFiles(left.files, right.files);
  const artifactChanges = compareArtifacts(left, right);
  const steps = compareSteps(stepsOf(left, right), stepsOf(right, left), options.maxRows);
  const outcomeChange = compareOutcomes(left, right);
  const contents = sameOrUnknown(left.contentHash, right.contentHash);
  const patches = comparePatches(left.patch, right.patch, options.diff);
  const compared = { files, artifactChanges, patches, steps, contents, outcomeChange };
  const differences = differencesOf({ left, right, ...compared });
  return {
    left,
    right,
    different: differences.length > 0,
    differences,
    sameTitle: left.facts.title === right.facts.title,
    sameRepo: sameOrUnknown(left.facts.repo, right.facts.repo),
    sameCommit: sameOrUnknown(left.facts.commit, right.facts.commit),
    sameTask: sameOrUnknown(left.facts.taskHash, right.facts.taskHash),
    artifactDelta: {
      onlyInLeft: without(left.facts.artifacts, right.facts.artifacts),
      onlyInRight: without(right.facts.artifacts, left.facts.artifacts),
    },
    artifactChanges,
    counts: {
      workspaceFilesDelta: left.facts.workspaceFileCount - right.facts.workspaceFileCount,
      eventCountDelta: left.facts.eventCount - right.facts.eventCount,
    },
    modelChange: { left: left.facts.model, right: right.facts.model },
    toolChange: { left: left.facts.tool, right: right.facts.tool },
    outcomeChange,
    workspaceContentHash: { left: left.contentHash, right: right.contentHash, same: contents },
    files,
    patches,
    steps,
    measures: compareMeasures(left, right),
  };
}

/** The steps of a run, with keys that those of the other run can have too: a bundle records the beginning of a long one. */
function stepsOf(run: ComparableRun, other: ComparableRun): readonly KeyedStep[] {
  if (run.kind === other.kind) return run.steps;
  return run.steps.map(({ step }) => ({ step, key: shownKey(step) }));
}

/** Whether two values are equal; null when neither is known. */
function sameOrUnknown(left: string | null, right: string | null): boolean | null {
  return left === null && right === null ? null : left === right;
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}

/** What two runs can differ in. */
export const differenceKinds = [
  "recorded hashes",
  "task",
  "acceptance",
  "summary",
  "files",
  "patch",
  "steps",
  "outcome",
] as const;

type DifferenceKind = (typeof differenceKinds)[number];

interface Parts {
  readonly left: ComparableRun;
  readonly right: ComparableRun;
  readonly files: FileComparison | null;
  readonly artifactChanges: ReturnType<typeof compareArtifacts>;
  readonly patches: PatchComparison;
  readonly steps: StepComparison;
  readonly contents: boolean | null;
  readonly outcomeChange: ReturnType<typeof compareOutcomes>;
}

/**
 * What differs between two runs. Times do not count: events are compared as steps, and a manifest by the files that it
 * lists. The summary of a captured run only repeats its tool, its time and its outcome.
 */
function differencesOf(parts: Parts): readonly DifferenceKind[] {
  const { left, right, files, patches, steps, outcomeChange } = parts;
  const { leftStatus, rightStatus, leftScore, rightScore } = outcomeChange;
  const hasOtherSteps = steps.parting !== null;
  if (left.kind === "session" || right.kind === "session") return hasOtherSteps ? ["steps"] : [];
  const isOther = (artifact: string) =>
    parts.artifactChanges.some((change) => change.artifact === artifact && !change.sameHash);
  const hasOwnSummaries = !left.isCapturedRun && !right.isCapturedRun;
  const found: Readonly<Record<DifferenceKind, boolean>> = {
    "recorded hashes": left.falseHashes.length + right.falseHashes.length > 0,
    task: isOther("task") && left.facts.taskHash !== right.facts.taskHash,
    acceptance: isOther("acceptance"),
    summary: hasOwnSummaries && isOther("summary"),
    files: parts.contents === false || (files !== null && hasChanges(files)),
    patch: patches.same === null ? isOther("diff") : !patches.same,
    steps: hasOtherSteps,
    outcome: leftStatus !== rightStatus || leftScore !== rightScore,
  };
  return differenceKinds.filter((kind) => found[kind]);
}

function hasChanges({ added, removed, changed, modeChanged }: FileComparison): boolean {
  return [added, removed, changed, modeChanged].some((list) => list.length > 0);
}

function compareArtifacts(left: ComparableRun, right: ComparableRun) {
  const keys = [...new Set([...left.artifactInfo.keys(), ...right.artifactInfo.keys()])];
  return keys.sort(compareBytes).map((artifact) => {
    const a = left.artifactInfo.get(artifact);
    const b = right.artifactInfo.get(artifact);
    return {
      artifact,
      ...(a === undefined ? {} : { left: a }),
      ...(b === undefined ? {} : { right: b }),
      sameHash: a !== undefined && a.sha256 === b?.sha256,
      sameSize: a !== undefined && a.size === b?.size,
    };
  });
}

function compareOutcomes(left: ComparableRun, right: ComparableRun) {
  const a = left.facts.outcome;
  const b = right.facts.outcome;
  const leftScore = a?.score ?? null;
  const rightScore = b?.score ?? null;
  return {
    leftStatus: a?.status ?? null,
    rightStatus: b?.status ?? null,
    leftScore,
    rightScore,
    scoreDelta: leftScore === null || rightScore === null ? null : round(leftScore - rightScore),
  };
}

/** Four decimals: what a person would write, in JSON as well. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** The captured files of two runs. */
export const fileComparisonSchema = () =>
  z.object({
    added: z.array(z.string()).readonly(),
    removed: z.array(z.string()).readonly(),
    changed: z.array(z.string()).readonly(),
    modeChanged: z.array(z.string()).readonly(),
    same: z.number(),
    /** Files that the lists leave out. */
    omitted: z.number(),
  });

/** The captured files of two runs. */
export type FileComparison = z.infer<ReturnType<typeof fileComparisonSchema>>;

function compareFiles(
  left: ReadonlyMap<string, FileVersion> | null,
  right: ReadonlyMap<string, FileVersion> | null,
): FileComparison | null {
  if (left === null || right === null) return null;
  const found = { added: [], removed: [], changed: [], modeChanged: [] } as {
    [Key in "added" | "removed" | "changed" | "modeChanged"]: string[];
  };
  let same = 0;
  for (const [path, version] of left) {
    const other = right.get(path);
    const isModeEqual =
      version.mode === null || (other?.mode ?? null) === null || version.mode === other?.mode;
    if (other === undefined) found.removed.push(path);
    else if (version.sha256 !== other.sha256) found.changed.push(path);
    else if (isModeEqual) same++;
    if (other !== undefined && !isModeEqual) found.modeChanged.push(path);
  }
  for (const path of right.keys()) if (!left.has(path)) found.added.push(path);
  let omitted = 0;
  const list = (paths: string[]): readonly string[] => {
    omitted += Math.max(0, paths.length - MAX_LISTED);
    return paths.sort(compareBytes).slice(0, MAX_LISTED);
  };
  const lists = {
    added: list(found.added),
    removed: list(found.removed),
    changed: list(found.changed),
    modeChanged: list(found.modeChanged),
  };
  return { ...lists, same, omitted };
}

/** The patches of two runs, and the lines in which they differ if those were asked for. */
export const patchComparisonSchema = () =>
  z.object({
    left: patchStatSchema().nullable(),
    right: patchStatSchema().nullable(),
    same: z.boolean().nullable(),
    lines: z.array(textLineSchema()).readonly().nullable(),
  });

/** The patches of two runs, and the lines in which they differ if those were asked for. */
export type PatchComparison = z.infer<ReturnType<typeof patchComparisonSchema>>;

function comparePatches(left: string | null, right: string | null, diff: boolean): PatchComparison {
  const lines = diff ? compareTexts(left ?? "", right ?? "") : null;
  return {
    left: left === null ? null : patchStat(left),
    right: right === null ? null : patchStat(right),
    // A run that changed nothing may have no patch, or an empty one.
    same: left === null && right === null ? null : (left ?? "") === (right ?? ""),
    lines: lines && aroundDifferences(lines, CONTEXT, MAX_LINES_LISTED),
  };
}

function compareMeasures({ measures: left }: ComparableRun, { measures: right }: ComparableRun) {
  const delta = (a: number | null, b: number | null) =>
    a === null || b === null ? null : round(a - b);
  const tokens = (usage: Usage | null) => (usage === null ? null : totalTokens(usage));
  return {
    left,
    right,
    tokensDelta: delta(tokens(left.usage), tokens(right.usage)),
    durationMsDelta: delta(left.durationMs, right.durationMs),
    costUsdDelta: delta(left.costUsd, right.costUsd),
  };
}
