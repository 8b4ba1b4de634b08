import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { newestOf } from "../memory/digest.ts";
import { normalTime } from "../workspace/time.ts";
import { parseMarkdown, sectionLines, textOf } from "./markdown.ts";
import type { ResponsibilityFiles } from "./port.ts";

/** A run of a mandate, as its file describes it. */
export interface MandateRun {
  readonly id: string;
  readonly path: string;
  /** When it was closed, or last touched while it is open. */
  readonly at: string;
  readonly isClosed: boolean;
  readonly summary: string;
  readonly model: string | null;
}

const RUNS = "mandates/runs";

/** All runs in short; it costs one look at each of them while none changed. */
export interface RunsSummary {
  readonly count: number;
  readonly open: readonly MandateRun[];
  /** The last closed run in the order of paths. */
  readonly newestClosed: string | null;
  /** The model of the newest run that names one. */
  readonly model: { readonly model: string; readonly at: string } | null;
  /** A hash over the paths and the contents of all runs. */
  readonly sha256: string;
}

/** Reads all runs in short. */
export function summariseRuns(files: ResponsibilityFiles): RunsSummary {
  const paths = runPaths(files);
  return files.deriveAll(RUNS, paths, "summary", () => {
    const shards = deriveShards(files, paths, "summary", (own) => summariseShard(files, own));
    const closed = shards.flatMap(({ newestClosed }) => newestClosed ?? []);
    const model = newestModel(shards.flatMap(({ model: own }) => own ?? []));
    return {
      count: shards.reduce((sum, { count }) => sum + count, 0),
      open: shards.flatMap(({ open }) => open).sort((a, b) => compareBytes(a.path, b.path)),
      newestClosed: closed.sort(compareBytes).at(-1) ?? null,
      model: model === null ? null : { model: model.model, at: model.at },
      sha256: sha256(shards.map((shard) => `${shard.sha256}\n`).join("")),
    };
  });
}

/** The newest closed runs, at most so many. */
export function newestClosedRuns(files: ResponsibilityFiles, max: number): readonly MandateRun[] {
  const paths = runPaths(files);
  const name = `newest ${max}`;
  const newest = (runs: readonly MandateRun[]) =>
    newestOf(
      runs.map((run) => ({ ...run, kind: "mandate_run" })),
      max,
    ).map(({ kind: _, ...run }) => run);
  return files.deriveAll(RUNS, paths, name, () =>
    newest(
      deriveShards(files, paths, name, (own) =>
        newest(own.map((path) => readRun(files, path)).filter(({ isClosed }) => isClosed)),
      ).flat(),
    ),
  );
}

/** How many parts the runs are summarised in. A run that changed costs the reading of its part. */
const SHARDS = 16;
/** Where what is known of a part is kept. */
export const SHARD_FOLDER = "run-shards";

/** The part that a run belongs to; it stays the same while others come and go. */
export function shardOf(path: string): number {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (hash * 31 + path.charCodeAt(at)) % 0x1000000;
  return hash % SHARDS;
}

/** What `compute` found in each part of the runs, from a cache for the parts in which none changed. */
function deriveShards<Value>(
  files: ResponsibilityFiles,
  paths: readonly string[],
  name: string,
  compute: (own: readonly string[]) => Value,
): readonly Value[] {
  const shards = Array.from({ length: SHARDS }, (): string[] => []);
  for (const path of paths) shards[shardOf(path)]?.push(path);
  return shards.flatMap((own, index) =>
    own.length === 0
      ? []
      : [files.deriveAll(`${SHARD_FOLDER}/${index}`, own, name, () => compute(own))],
  );
}

function summariseShard(files: ResponsibilityFiles, paths: readonly string[]) {
  const runs = paths.map((path) => readRun(files, path));
  const listed = paths.map((path) => `${path} ${files.facts(path).sha256}\n`);
  return {
    count: runs.length,
    open: runs.filter(({ isClosed }) => !isClosed),
    newestClosed: runs.findLast(({ isClosed }) => isClosed)?.path ?? null,
    model: newestModel(runs),
    sha256: sha256(listed.join("")),
  };
}

/** Sorting is done once for the files of a run of the curator, which do not change meanwhile. */
const sorted = new WeakMap<ResponsibilityFiles["list"], readonly string[]>();

/** Paths of all runs, sorted. */
function runPaths(files: ResponsibilityFiles): readonly string[] {
  const known = sorted.get(files.list);
  if (known !== undefined) return known;
  const paths = listRuns(files);
  sorted.set(files.list, paths);
  return paths;
}

function listRuns(files: ResponsibilityFiles): readonly string[] {
  return files
    .folders(RUNS)
    .flatMap((mandate) => files.list(`${RUNS}/${mandate}`))
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".md"))
    .sort(compareBytes);
}

/** Reads one run; what was read stays cached while the file is unchanged. */
function readRun(files: ResponsibilityFiles, path: string): MandateRun {
  return files.derive(path, "run", (text) => parseRun(path, text));
}

const CLOSED = new Set(["completed", "failed", "cancelled"]);

/** A run is closed by `closed_at`, by a final status, or by an outcome. */
function parseRun(path: string, text: string): MandateRun {
  const parsed = parseMarkdown(text);
  const { frontMatter, title } = parsed;
  const [, , mandate = "", file = ""] = path.split("/");
  const stem = file.replace(/\.md$/, "");
  const outcome = (sectionLines(parsed, "Outcome", "Outcomes") ?? []).find(
    (line) => line.trim() !== "",
  );
  const closedAt = normalTime(textOf(frontMatter, "closed_at") ?? "");
  const status = textOf(frontMatter, "status") ?? "";
  return {
    id: textOf(frontMatter, "mandate_run_id") ?? `${mandate}@${stem}`,
    path,
    at:
      closedAt ??
      normalTime(textOf(frontMatter, "updated_at") ?? "") ??
      normalTime(stem) ??
      "1970-01-01T00:00:00Z",
    isClosed: closedAt !== null || CLOSED.has(status) || outcome !== undefined,
    summary: (outcome ?? title ?? stem).replace(/^[-*+] /, "").trim(),
    model: textOf(frontMatter, "model"),
  };
}

/** A model and the run that names it. */
interface SeenModel {
  readonly model: string;
  readonly at: string;
  readonly path: string;
}

/** The model of the newest run that names one; of equally new ones, the last in the order of paths. */
function newestModel(runs: readonly Pick<MandateRun, "model" | "at" | "path">[]): SeenModel | null {
  let newest: SeenModel | null = null;
  for (const { model, at, path } of runs) {
    if (model === null) continue;
    const isNewer =
      newest === null ||
      at > newest.at ||
      (at === newest.at && compareBytes(path, newest.path) > 0);
    if (isNewer) newest = { model, at, path };
  }
  return newest;
}
