/**
 * What a mandate writes, decided before anything is written: the files of the bundle, lines of the
 * memory, measurements. A plan is a function of its inputs; the same inputs and the same time give
 * the same bytes.
 */

import type { JsonObject } from "../../base/json/value.ts";
import { coreFiles, METADATA, promptFiles } from "../../model/ai-context/context-file.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import { newestRefresh } from "../bundle/chain.ts";
import { bundleHash, stableHash } from "../bundle/hash.ts";
import { readStanding, writeStanding } from "../bundle/metadata.ts";
import { buildCurrentFocus } from "../files/current-focus.ts";
import { buildOpenRequests } from "../files/open-requests.ts";
import type { ResponsibilityFiles } from "../files/port.ts";
import { CURATOR, type CuratedFile, writeCuratedFile } from "../files/provenance.ts";
import { buildRecentActivity, REFRESHED } from "../files/recent-activity.ts";
import { buildSystemContext } from "../files/system-context.ts";
import { takeWatermarks } from "../freshness/watermarks.ts";
import { type Block, growthOf, judgeVolume, type PublishedVolume } from "../hygiene/gate.ts";
import { measureVolume, type Volume } from "../hygiene/volume.ts";
import { compactLines, noteLine } from "../memory/compaction.ts";
import { type Memory, markAfter } from "../memory/reconcile.ts";
import { checkModel, type ModelCheck, type ModelController } from "../model/check.ts";
import type { WorkspaceConfig } from "../workspace/config.ts";
import { BUNDLE, INSIGHTS, markdownIn } from "../workspace/layout.ts";
import { slaAlerts } from "./alerts.ts";
import type { CuratorRecord, MandateRecord, Metric } from "./record.ts";

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
  readonly record: MandateRecord;
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly warnings: readonly string[];
  readonly blocked: Block | null;
  readonly hashes: Readonly<Record<string, string>>;
  readonly model: ModelCheck | null;
  readonly volume: Volume | null;
}

/** Plans a mandate. */
export async function planMandate(
  input: MandateInput,
  choice: MandateChoice,
): Promise<MandatePlan> {
  const { files, memory, at, responsibility, override } = input;
  const before = readStanding(files);
  const known = [...memory.lines, ...memory.missing];
  const model = choice.checksModel
    ? await checkModel({
        ...input,
        steward: input.config.steward_responsibility_id,
        mandate: input.forMandate,
        memory: known,
        graceSeconds: input.config.model_grace_seconds,
      })
    : null;
  const alerts = choice.alerts
    ? slaAlerts(input.record.requests, known, { responsibility, at })
    : { notes: [], metrics: [] };
  const insights = choice.compacts
    ? compactLines(known, { insights: files.read(INSIGHTS) ?? "", at })
    : null;
  const first = stage(input, choice, {
    model,
    insights,
    notes: [...input.extraNotes, ...(model?.notes ?? []), ...alerts.notes],
  });
  const verdict = choice.gated ? judge(input, first, before) : null;
  const isOverridden = verdict !== null && verdict.block !== null && override !== null;
  const staged = isOverridden
    ? stage(input, choice, {
        model,
        insights,
        notes: [...first.notes, overrideLine(input, verdict)],
      })
    : first;
  const blocked = verdict?.block != null && !isOverridden ? verdict : null;
  const warnings = [
    ...(choice.checksModel && model === null ? ["no_model_preferences"] : []),
    ...(model?.class === "unknown" ? ["model_unknown"] : []),
    ...(verdict?.warnings ?? []),
    ...statusWarnings(input.record),
  ];
  const metrics = [...(model?.metrics ?? []), ...alerts.metrics];
  const volumes = verdict === null ? [] : [volumeMetric(verdict, isOverridden ? override : null)];
  if (blocked !== null)
    return blockedPlan(input, choice, { ...blocked, staged, warnings, volumes });
  return publication(input, choice, {
    staged,
    before,
    warnings,
    metrics: [...metrics, ...volumes],
    insights,
    model,
    verdict,
  });
}

interface Staged {
  /** Every curated file by stem, as it will be. */
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

interface StageOptions {
  readonly model: ModelCheck | null;
  readonly insights: string | null;
  readonly notes: readonly string[];
}

/** Builds the chosen files; the others stay as they are. */
function stage(
  input: MandateInput,
  choice: MandateChoice,
  { model, insights, notes }: StageOptions,
): Staged {
  const { files, record, config, memory, responsibility, at } = input;
  const lines = [...memory.lines, ...memory.missing, ...notes];
  const seen = insights === null ? files : withInsights(files, insights);
  const build: Readonly<Record<PromptFile, () => CuratedFile>> = {
    system_context: () => buildSystemContext(files, record.entry),
    current_focus: () =>
      buildCurrentFocus(files, record, { now: at, checkpointDays: config.checkpoint_days }),
    recent_activity: () =>
      buildRecentActivity(seen, record, { max: config.recent_activity_max, memory: lines }),
    open_requests: () => buildOpenRequests(record),
  };
  const texts = new Map<string, string>();
  const authorship = {
    responsibility,
    workspace: config.workspace_id,
    mandate: choice.mandate,
    at,
  };
  for (const stem of promptFiles) {
    const old = files.read(`${BUNDLE}/${stem}.md`);
    const text = choice.files.includes(stem)
      ? writeCuratedFile(build[stem](), old, authorship)
      : old;
    if (text !== null) texts.set(stem, text);
  }
  const policy = model?.text ?? files.read(`${BUNDLE}/model_preferences.md`);
  if (policy !== null) texts.set("model_preferences", policy);
  for (const path of markdownIn(files, BUNDLE)) {
    const stem = path.slice(BUNDLE.length + 1, -3);
    if (!texts.has(stem) && /^[a-z0-9_]+$/.test(stem)) texts.set(stem, files.read(path) ?? "");
  }
  return { texts, notes };
}

/** The insights as they will be after this run's section. */
function withInsights(files: ResponsibilityFiles, section: string): ResponsibilityFiles {
  return {
    ...files,
    derive: (path, name, compute) =>
      path === INSIGHTS
        ? compute(`${files.read(INSIGHTS) ?? ""}\n${section}`)
        : files.derive(path, name, compute),
    stat: (path) =>
      files.stat(path) ?? (path === INSIGHTS ? { path, size: 0, version: "new" } : null),
    facts: (path) =>
      path === INSIGHTS && files.stat(path) === null
        ? { sha256: stableHash(section), lines: 0 }
        : files.facts(path),
  };
}

interface Verdict {
  readonly volume: Volume;
  readonly block: Block | null;
  readonly warnings: readonly string[];
  readonly previous: PublishedVolume | null;
}

function judge(
  { files, config }: MandateInput,
  { texts }: Staged,
  before: JsonObject | null,
): Verdict {
  const encoder = new TextEncoder();
  const lines = new Map(
    [...texts].map(([stem, text]) => [`${BUNDLE}/${stem}.md`, countLines(encoder.encode(text))]),
  );
  const volume = measureVolume(files, lines);
  const previous = publishedVolume(before);
  const judged = judgeVolume(volume, previous, { growthFloor: config.growth_floor_lines });
  return { volume, previous, ...judged };
}

/** What the metadata says about the last publication. */
export function publishedVolume(before: JsonObject | null): PublishedVolume | null {
  const total = before?.total_lines;
  const authored = before?.authored_lines;
  if (typeof total !== "number" || typeof authored !== "number") return null;
  return { total_lines: total, authored_lines: authored };
}

function overrideLine({ at, responsibility, override }: MandateInput, verdict: Verdict): string {
  const { volume, previous } = verdict;
  const facts = {
    responsibility,
    by: override?.by ?? "",
    old_total: String(previous?.total_lines ?? 0),
    new_total: String(volume.total_lines),
    growth_pct: growthOf(volume, previous).toFixed(2),
    clause: "context.hygiene",
  };
  return noteLine(at, "context_override", facts, override?.reason ?? "");
}

function volumeMetric(verdict: Verdict, override: MandateInput["override"]): Metric {
  const { volume, previous } = verdict;
  const { warnings: _, ...measured } = volume;
  return {
    ...{ name: "context_volume", value: volume.total_lines, unit: "lines", window: "PT0S" },
    status: ({ green: "ok", yellow: "warning", red: "critical" } as const)[volume.level],
    clause: "context.hygiene",
    context: {
      ...measured,
      previous_total: previous?.total_lines ?? null,
      growth_pct: growthOf(volume, previous),
      override: override === null ? null : { ...override },
    },
  };
}

function statusWarnings({ entry }: CuratorRecord): readonly string[] {
  return entry !== null && (entry.status === "draft" || entry.status === "suspended")
    ? [`responsibility_${entry.status}`]
    : [];
}

interface Blocked extends Verdict {
  readonly staged: Staged;
  readonly volumes: readonly Metric[];
}

/** Nothing is published; the staged files, the measurement and a line of the memory remain. */
function blockedPlan(
  input: MandateInput,
  { mandate }: MandateChoice,
  { block, volume, staged, warnings, volumes }: Blocked,
): MandatePlan {
  const { memory, at, responsibility } = input;
  const facts = { responsibility, mandate: `${CURATOR}.${mandate}`, clause: "context.hygiene" };
  const line = noteLine(at, "context_blocked", facts, `${block?.code}: ${block?.detail}`);
  return {
    publish: new Map([...staged.texts].map(([stem, text]) => [`${stem}.md`, text])),
    insights: null,
    append: [...memory.missing, line],
    record: {
      ...{ mandate, responsibility, at, metrics: volumes, changed: [], bundleHash: null },
      notes: notesOf(memory, [line]),
    },
    changed: [],
    unchanged: [...staged.texts.keys()],
    warnings,
    blocked: block,
    hashes: {},
    model: null,
    volume,
  };
}

interface Publication {
  readonly staged: Staged;
  readonly before: JsonObject | null;
  readonly warnings: readonly string[];
  readonly metrics: readonly Metric[];
  readonly insights: string | null;
  readonly model: ModelCheck | null;
  readonly verdict: Verdict | null;
}

function publication(
  input: MandateInput,
  { mandate }: MandateChoice,
  { staged, before, warnings, metrics, insights, model, verdict }: Publication,
): MandatePlan {
  const { files, memory, record, responsibility, at, config } = input;
  const { texts } = staged;
  const hash = bundleHash(texts);
  const refreshed = refreshLine(input, mandate, texts, hash);
  const own = [...staged.notes, ...(refreshed === null ? [] : [refreshed])];
  const append = [...memory.missing, ...own];
  const lines = [...memory.lines, ...append];
  const recorded = memory.added.length + own.length;
  // Lines that are not recorded now become notes at the next run, which must find them behind the mark.
  const mark = input.recordsNotes
    ? markAfter(memory, append, { end: record.streamEnd, recorded })
    : memory.mark;
  const watermarks = takeWatermarks(files, record, { lines, mark });
  const volume = verdict?.volume ?? measureVolume(files);
  const isSettled =
    before?.stable_hash === hash &&
    JSON.stringify(before.watermarks) === JSON.stringify(watermarks);
  const metadata = writeStanding(before, texts, {
    ...{ responsibility, workspace: config.workspace_id, watermarks, stableHash: hash },
    at: isSettled && typeof before?.updated_at === "string" ? before.updated_at : at,
    authoredLines:
      verdict === null
        ? numberOr(before?.authored_lines, volume.authored_lines)
        : volume.authored_lines,
    totalLines:
      verdict === null ? numberOr(before?.total_lines, volume.total_lines) : volume.total_lines,
  });
  const all = new Map([...texts].map(([stem, text]) => [`${stem}.md`, text]));
  all.set(METADATA, metadata);
  const publish = new Map(
    [...all].filter(([name, text]) => files.read(`${BUNDLE}/${name}`) !== text),
  );
  const changed = [...publish.keys()];
  return {
    publish,
    insights,
    append,
    record: {
      ...{ mandate, responsibility, at, metrics, changed, bundleHash: hash },
      notes: notesOf(memory, own),
    },
    changed,
    unchanged: [...all.keys()].filter((name) => !publish.has(name)),
    warnings,
    blocked: null,
    hashes: Object.fromEntries([...texts].map(([stem, text]) => [stem, stableHash(text)])),
    model,
    volume: verdict?.volume ?? null,
  };
}

function notesOf(memory: Memory, own: readonly string[]): MandateRecord["notes"] {
  return [
    ...memory.added.map((line) => ({ line, by: "person" as const })),
    ...own.map((line) => ({ line, by: "curator" as const })),
  ];
}

/** The line that records the hash of the bundle, when the workspace wants one. */
function refreshLine(
  { config, memory, at, responsibility }: MandateInput,
  mandate: string,
  texts: ReadonlyMap<string, string>,
  hash: string,
): string | null {
  const newest = newestRefresh([...memory.lines, ...memory.missing]);
  const isSame = newest?.hash === hash;
  if (config.evaluation_hook === "off" || (config.evaluation_hook === "on_change" && isSame)) {
    return null;
  }
  if (coreFiles.some((stem) => !texts.has(stem)) && texts.size === 0) return null;
  const names = [...texts].map(([stem, text]) => `${stem}=${stableHash(text).slice(0, 12)}`);
  const facts = {
    responsibility,
    mandate: `${CURATOR}.${mandate}`,
    bundle: `sha256:${hash}`,
    prev: newest === null ? "none" : `sha256:${newest.hash}`,
    clause: "context.audit",
  };
  return noteLine(at, REFRESHED, facts, names.join(" "));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
