import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { pathFault } from "../../base/paths.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { outcomeContradiction } from "../../model/outcome-contradiction.ts";
import { objectOf, textOf } from "../../model/task-bundle.ts";
import { checkRunSums } from "../read/check-sums.ts";
import { eventLines } from "../read/event-lines.ts";
import { readManifestFiles } from "../read/manifest-files.ts";
import type { RecordedArtifact, TaskFacts } from "../read/task-facts.ts";
import { taskHashOf } from "../read/task-hash.ts";
import type { ComparableRun, FalseHash, FileVersion } from "./comparable-run.ts";
import type { KeyedStep } from "./step.ts";
import { isFrame, stepOfEvent } from "./steps-of-events.ts";

/** Most steps of one run that are aligned. */
export const MAX_STEPS = 100_000;
const MAX_TEXT = 16 * 1024 * 1024;
const ARTIFACTS = ["task", "summary", "diff", "events", "workspaceManifest", "acceptance"];

/** How a bundle is read for a comparison. */
export interface BundleRunOptions {
  readonly place: string;
  /** Whether every file is hashed and compared with what the bundle records. */
  readonly rehash: boolean;
}

/** Reads what is compared of a bundle. */
export async function readBundleRun(
  files: FileSet,
  facts: TaskFacts,
  { place, rehash }: BundleRunOptions,
): Promise<ComparableRun> {
  const wrong: FalseHash[] = [];
  const reader: Reader = { files, facts, rehash, wrong };
  const artifactInfo = await readArtifacts(reader);
  const workspace = await readWorkspace(reader);
  const steps = await readSteps(reader);
  const task = await artifactText(reader, "task");
  return {
    kind: "bundle",
    place,
    isCapturedRun: isCapturedRun(facts),
    facts: {
      ...pick(facts),
      artifacts: await topNames(files),
      workspaceFileCount: workspace.count,
      eventCount: steps.count,
      taskHash: facts.taskHash ?? (task === null ? null : taskHashOf(task)),
    },
    measures: facts.measures,
    steps: steps.list,
    files: workspace.files,
    contentHash: workspace.contentHash,
    artifactInfo,
    falseHashes: wrong,
    doubts: await doubtsOf(files, facts),
    patch: await artifactText(reader, "diff"),
  };
}

async function doubtsOf(files: FileSet, { document }: TaskFacts): Promise<readonly string[]> {
  const sums = await checkRunSums(files);
  const contradiction = outcomeContradiction(document);
  return [
    ...(typeof sums === "object" ? [sums.fault] : []),
    ...(contradiction === null ? [] : [`the outcome ${contradiction}`]),
  ];
}

/** Whether `task run` wrote the bundle: its summary and its first and last event are ours. */
function isCapturedRun({ document }: TaskFacts): boolean {
  return textOf(objectOf(document, "run"), "of") !== null;
}

interface Reader {
  readonly files: FileSet;
  readonly facts: TaskFacts;
  readonly rehash: boolean;
  readonly wrong: FalseHash[];
}

function pick({ title, schemaVersion, createdAt, tool, model, ...more }: TaskFacts) {
  const { runtime, repo, commit, branch, tags, outcome, promptSource } = more;
  const first = { title, schemaVersion, createdAt, tool, model };
  return { ...first, runtime, repo, commit, branch, tags, outcome, promptSource };
}

async function topNames(files: FileSet): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { path } of files.entries()) names.add(path.split("/", 1)[0] ?? path);
  return [...names].sort(compareBytes);
}

/** The hash of every artifact: as recorded, or computed where none is recorded or all are checked. */
async function readArtifacts(reader: Reader): Promise<ReadonlyMap<string, RecordedArtifact>> {
  const { facts, rehash, wrong } = reader;
  const artifacts = new Map<string, RecordedArtifact>();
  for (const key of ARTIFACTS) {
    const recorded = facts.artifactInfo.get(key);
    const path = facts.artifacts.get(key);
    if (recorded !== undefined && !rehash) {
      artifacts.set(key, recorded);
      continue;
    }
    const entry = path === undefined ? null : await fileAt(reader.files, path);
    const digest = entry === null ? null : await entry.digest();
    if (digest !== null && path !== undefined) artifacts.set(key, { path, ...digest });
    if (recorded !== undefined && recorded.sha256 !== digest?.sha256) {
      const actual = digest?.sha256 ?? null;
      wrong.push({ path: recorded.path, recorded: recorded.sha256, actual });
    }
  }
  return artifacts;
}

async function fileAt(files: FileSet, path: string): Promise<FileEntry | null> {
  const entry = pathFault(path) === null ? await files.get(path) : null;
  return entry?.kind === "file" ? entry : null;
}

interface Workspace {
  readonly files: ReadonlyMap<string, FileVersion>;
  readonly count: number;
  readonly contentHash: string | null;
}

async function readWorkspace(reader: Reader): Promise<Workspace> {
  const { facts, files } = reader;
  const folder = facts.artifacts.get("workspaceFilesDir") ?? null;
  const path = facts.artifacts.get("workspaceManifest");
  const manifest = path === undefined ? null : await fileAt(files, path);
  const versions = new Map<string, FileVersion>();
  if (manifest === null) {
    await hashFolder(files, folder, versions);
    return { files: versions, count: versions.size, contentHash: contentHashOf(versions) };
  }
  const listed = new Map<string, FileVersion>();
  const head = await readManifestFiles(manifest, ({ path: name, sha256: hash, mode }) => {
    listed.set(name, { sha256: hash, mode });
  });
  if (reader.rehash) await rehashFiles(reader, folder ?? "workspace/files", listed);
  const contentHash = reader.rehash || listed.size === 0 ? null : head.contentHash;
  return {
    files: listed,
    count: head.fileCount,
    contentHash: contentHash ?? contentHashOf(listed),
  };
}

async function hashFolder(
  files: FileSet,
  folder: string | null,
  versions: Map<string, FileVersion>,
): Promise<void> {
  if (folder === null) return;
  const prefix = `${folder}/`;
  for await (const entry of files.entries()) {
    if (entry.kind !== "file" || !entry.path.startsWith(prefix)) continue;
    const { sha256: hash } = await entry.digest();
    versions.set(entry.path.slice(prefix.length), { sha256: hash, mode: modeOf(entry) });
  }
}

function modeOf({ mode }: FileEntry): string {
  return (mode & 0o111) === 0 ? "100644" : "100755";
}

/** Replaces what the manifest records by what the files are. */
async function rehashFiles(
  { files, wrong }: Reader,
  folder: string,
  listed: Map<string, FileVersion>,
): Promise<void> {
  for (const [name, version] of listed) {
    if (version.mode === "120000") continue;
    const entry = await fileAt(files, `${folder}/${name}`);
    const digest = entry === null ? null : await entry.digest();
    if (digest === null) listed.delete(name);
    else listed.set(name, { sha256: digest.sha256, mode: version.mode });
    if (digest?.sha256 === version.sha256) continue;
    wrong.push({
      path: `${folder}/${name}`,
      recorded: version.sha256,
      actual: digest?.sha256 ?? null,
    });
  }
}

/** SHA-256 over the sorted lines `path NUL mode NUL sha256`: equal for equal workspaces at any time. */
function contentHashOf(versions: ReadonlyMap<string, FileVersion>): string | null {
  if (versions.size === 0) return null;
  const paths = [...versions.keys()].sort(compareBytes);
  const lines = paths.map((path) => {
    const version = versions.get(path);
    return `${path}\0${version?.mode ?? "100644"}\0${version?.sha256}\n`;
  });
  return sha256(lines.join(""));
}

async function readSteps({ files, facts }: Reader) {
  const path = facts.artifacts.get("events");
  const entry = path === undefined ? null : await fileAt(files, path);
  const isRun = isCapturedRun(facts);
  const list: KeyedStep[] = [];
  let count = 0;
  if (entry === null) return { list, count };
  for await (const event of eventLines(entry)) {
    count++;
    if (isRun && isFrame(event)) continue;
    if (list.length < MAX_STEPS) list.push(stepOfEvent(event));
  }
  return { list, count };
}

/** A text of the bundle; null when there is none, or when it is too large or no text. */
async function artifactText({ files, facts }: Reader, key: string): Promise<string | null> {
  const path = facts.artifacts.get(key);
  const entry = path === undefined ? null : await fileAt(files, path);
  if (entry === null || entry.size > MAX_TEXT) return null;
  try {
    return decodeUtf8(await readBytes(entry, MAX_TEXT));
  } catch (error) {
    if (error instanceof HoldallError) return null;
    throw error;
  }
}
