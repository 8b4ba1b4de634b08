/**
 * Writes a task bundle from its parts. Every file is written once, and its hash is taken on the way;
 * `bundle.json` comes last, so that a folder with one is complete.
 */

import { compareBytes, type Digest, type FileEntry, type FileTree } from "../../base/file-set.ts";
import { createSha256, sha256 } from "../../base/hash.ts";
import type { Json, JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import type { EventRecord, ListedFile } from "../../model/task-bundle-records.ts";
import { taskHashOf } from "../read/task-hash.ts";
import type { StartItem } from "../starting-state.ts";

/** How the files of a workspace were chosen. */
export const snapshotStrategies = ["copy", "git-tracked", "diff-only", "git-ref", "none"] as const;
/** How the files of a workspace were chosen. */
export type SnapshotStrategy = (typeof snapshotStrategies)[number];

/** One thing of a workspace that is captured. */
export type CapturedItem = Exclude<StartItem, { kind: "left-out" }>;

/** The files of a workspace and what is known about them. */
export interface CapturedWorkspace {
  readonly items: AsyncIterable<CapturedItem> | Iterable<CapturedItem>;
  /** Whether they are those before or after the task; null when it is not known. */
  readonly state: "before" | "after" | null;
  readonly strategy: SnapshotStrategy;
  readonly capturedAt: string;
}

/** Files of a task that only judging uses. */
export interface CapturedHidden {
  readonly items:
    | AsyncIterable<Extract<CapturedItem, { kind: "file" }>>
    | Iterable<Extract<CapturedItem, { kind: "file" }>>;
  readonly capturedAt: string;
}

/** Bytes of a part: in memory, or in a file that is copied. */
export type PartContent = string | Uint8Array | FileEntry;

/** Everything that a task bundle is made of. */
export interface TaskParts {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly task: string;
  readonly summary: string;
  readonly acceptance?: string | undefined;
  readonly diff?: PartContent | undefined;
  readonly events?: readonly EventRecord[] | PartContent | undefined;
  /** Further keys of `bundle.json`: tool, model, repo, tags, git, runner, outcome and others. */
  readonly metadata?: JsonObject;
  readonly workspace?: CapturedWorkspace | undefined;
  /** Files that no agent sees: they are laid over the files of a run when it is judged. */
  readonly hidden?: CapturedHidden | undefined;
  /** Further files by their path in the bundle, such as a transcript. */
  readonly beside?: FileTree;
}

/** Where the files of a bundle go. */
export interface TaskWriter {
  /** Writes one file and returns the SHA-256 and size of what was written. */
  write(path: string, content: Uint8Array | FileEntry, mode?: number): Digest | Promise<Digest>;
}

/** What was written. */
export interface WrittenTask {
  readonly bundle: JsonObject;
  /** Captured files, links included. */
  readonly files: number;
  readonly contentHash: string | null;
  /** Paths of the hidden files. */
  readonly hidden: readonly string[];
}

const WORKSPACE = "workspace";
const HIDDEN = "hidden";

/** Writes the files of a bundle in the order in which a reader may trust them. */
export async function writeTask(parts: TaskParts, writer: TaskWriter): Promise<WrittenTask> {
  const recorded: Record<string, JsonObject> = {};
  const artifacts: Record<string, string> = {};
  const add = async (key: string, path: string, content: PartContent | undefined) => {
    if (content === undefined) return;
    const { sha256: hash, size } = await writer.write(path, bytesOf(content));
    artifacts[key] = path;
    recorded[key] = { path, sha256: hash, size };
  };
  await add("task", "task.md", parts.task);
  await add("summary", "summary.md", parts.summary);
  await add("acceptance", "acceptance.md", parts.acceptance);
  await add("diff", "result.diff", parts.diff);
  await add("events", "events.jsonl", eventsText(parts.events));
  for (const [path, content] of parts.beside ?? []) await writer.write(path, content);
  const captured = parts.workspace ? await writeWorkspace(parts.workspace, writer) : null;
  if (captured) {
    await add("workspaceManifest", captured.manifest.path, captured.manifest);
    artifacts.workspaceFilesDir = captured.folder;
  }
  const hidden = parts.hidden ? await writeFiles(parts.hidden, HIDDEN, writer) : null;
  if (hidden && hidden.count > 0) {
    await add("hiddenManifest", hidden.manifest.path, hidden.manifest);
    artifacts.hiddenFilesDir = hidden.folder;
  }
  const bundle = indexOf(parts, { artifacts, artifactInfo: recorded });
  await writer.write("bundle.json", Buffer.from(`${writeJson(bundle)}\n`));
  return {
    bundle,
    files: captured?.count ?? 0,
    contentHash: captured?.contentHash ?? null,
    hidden: hidden?.paths() ?? [],
  };
}

function bytesOf(content: PartContent): Uint8Array | FileEntry {
  return typeof content === "string" ? Buffer.from(content) : content;
}

function eventsText(events: TaskParts["events"]): PartContent | undefined {
  if (!Array.isArray(events)) return events as PartContent | undefined;
  return events.map((event) => `${JSON.stringify(described(event))}\n`).join("");
}

/** An event whose detail is not empty: readers of the original refuse an empty one. */
function described(event: EventRecord): EventRecord {
  if (event.detail !== "") return event;
  return { ...event, detail: event.command || event.path || event.type };
}

function indexOf(
  { id, title, createdAt, task, metadata = {}, workspace }: TaskParts,
  pointers: JsonObject,
): JsonObject {
  const facts = workspace && {
    ...(workspace.state === null ? {} : { state: workspace.state }),
    strategy: workspace.strategy,
  };
  return {
    schemaVersion: "0.3.0",
    id,
    title,
    createdAt,
    ...metadata,
    tags: metadata.tags ?? [],
    taskHash: taskHashOf(task),
    ...pointers,
    ...(facts ? { workspace: facts } : {}),
  };
}

interface WrittenFiles {
  readonly folder: string;
  readonly manifest: FileEntry;
  readonly count: number;
  readonly contentHash: string;
  paths(): readonly string[];
}

/** Writes the captured files; null when the strategy captures none. */
async function writeWorkspace(
  workspace: CapturedWorkspace,
  writer: TaskWriter,
): Promise<WrittenFiles | null> {
  const { strategy } = workspace;
  if (strategy === "git-ref" || strategy === "none") return null;
  return writeFiles(workspace, WORKSPACE, writer);
}

/** Writes files below a part of the bundle and lists them; the list is not written yet. */
async function writeFiles(
  { items, capturedAt }: Pick<CapturedWorkspace, "items" | "capturedAt">,
  part: string,
  writer: TaskWriter,
): Promise<WrittenFiles> {
  const folder = `${part}/files`;
  const listed: ListedFile[] = [];
  const emptyFolders: string[] = [];
  for await (const item of items) {
    if (item.kind === "folder") emptyFolders.push(item.path);
    else if (item.kind === "link") listed.push(linkOf(item));
    else {
      const { path, content, mode } = item;
      const writing = writer.write(`${folder}/${path}`, content, mode);
      // Small files are written at once: with many of them, each needless wait counts.
      const { sha256: hash, size } = writing instanceof Promise ? await writing : writing;
      listed.push({ path, sha256: hash, size, mode: mode & 0o111 ? "100755" : "100644" });
    }
  }
  listed.sort((one, other) => compareBytes(one.path, other.path));
  const contentHash = contentHashOf(listed);
  const head = {
    capturedAt,
    root: folder,
    fileCount: listed.length,
    contentHash,
    ...(emptyFolders.length === 0 ? {} : { emptyFolders: emptyFolders.sort(compareBytes) }),
  };
  const manifest = manifestEntry(`${part}/manifest.json`, head, listed);
  const paths = () => listed.map(({ path }) => path);
  return { folder, manifest, count: listed.length, contentHash, paths };
}

/** A link is recorded by its target: there is no file of it in the bundle. */
function linkOf({ path, target }: { readonly path: string; readonly target: string }): ListedFile {
  const size = Buffer.byteLength(target);
  return { path, sha256: sha256(target), size, mode: "120000", target };
}

/** The identity of a workspace: paths, modes and hashes, without any time. */
function contentHashOf(listed: readonly ListedFile[]): string {
  const digest = createSha256();
  for (const { path, mode, sha256: hash } of listed) digest.update(`${path}\0${mode}\0${hash}\n`);
  return digest.digest("hex");
}

/** Files that are put into the manifest's text at once. */
const BATCH = 1000;

/** The manifest as a file that is written piece by piece: its text can be larger than the files. */
function manifestEntry(path: string, head: JsonObject, listed: readonly ListedFile[]): FileEntry {
  async function* read(): AsyncGenerator<Uint8Array> {
    const opening = writeJson({ ...head, files: [] } as Json).replace(/\[\]\s*\}$/, "[");
    yield Buffer.from(opening);
    for (let at = 0; at < listed.length; at += BATCH) {
      const lines = listed.slice(at, at + BATCH).map((file) => `    ${JSON.stringify(file)}`);
      yield Buffer.from(`${at === 0 ? "\n" : ",\n"}${lines.join(",\n")}`);
    }
    yield Buffer.from(listed.length === 0 ? "]\n}\n" : "\n  ]\n}\n");
  }
  return { path, kind: "file", mode: 0o644, size: 0, read, digest: () => hashed(read()) };
}

async function hashed(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const digest = createSha256();
  let size = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { sha256: digest.digest("hex"), size };
}
