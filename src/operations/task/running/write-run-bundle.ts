import fs from "node:fs";
import path from "node:path";
import { compareBytes } from "../../../base/file-set.ts";
import { sha256 } from "../../../base/hash.ts";
import type { Json, JsonObject } from "../../../base/json/value.ts";
import { writeJson } from "../../../base/json/write.ts";
import { folderFiles } from "../../../disk/folder.ts";

/** The parts of a captured run. */
export interface RunParts {
  /** The keys of `bundle.json` besides artifacts. */
  readonly document: JsonObject;
  readonly task: string;
  readonly summary: string;
  readonly events: string;
  /** A file with the patch. */
  readonly patchFile: string;
  /** The folder with the files before the run; it is moved into the bundle. */
  readonly startFolder: string;
  readonly capturedAt: string;
}

const artifacts = {
  task: "task.md",
  summary: "summary.md",
  diff: "result.diff",
  events: "events.jsonl",
  workspaceManifest: "workspace/manifest.json",
} as const;
const FILES = "workspace/files";

/** Writes a run as a task bundle; `bundle.json` comes last, so that a bundle with it is complete. */
export async function writeRunBundle(folder: string, parts: RunParts): Promise<void> {
  fs.mkdirSync(path.join(folder, "workspace"), { recursive: true });
  fs.writeFileSync(path.join(folder, artifacts.task), parts.task);
  fs.writeFileSync(path.join(folder, artifacts.summary), parts.summary);
  fs.writeFileSync(path.join(folder, artifacts.events), parts.events);
  fs.copyFileSync(parts.patchFile, path.join(folder, artifacts.diff));
  fs.cpSync(parts.startFolder, path.join(folder, FILES), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const manifest = await manifestOf(path.join(folder, FILES), parts.capturedAt);
  fs.writeFileSync(path.join(folder, artifacts.workspaceManifest), `${writeJson(manifest)}\n`);
  const document = {
    ...parts.document,
    artifacts: { ...artifacts, workspaceFilesDir: FILES },
    artifactInfo: await infoOf(folder),
    workspace: { state: "before", strategy: "copy" },
  };
  fs.writeFileSync(path.join(folder, "bundle.json"), `${writeJson(document)}\n`);
}

async function infoOf(folder: string): Promise<JsonObject> {
  const files = folderFiles(folder);
  const info: Record<string, Json> = {};
  for (const [key, file] of Object.entries(artifacts)) {
    const entry = await files.get(file);
    if (entry !== null) info[key] = { path: file, ...(await entry.digest()) };
  }
  return info;
}

async function manifestOf(folder: string, capturedAt: string): Promise<JsonObject> {
  const files: { path: string; sha256: string; size: number; mode: string; target?: string }[] = [];
  for await (const entry of folderFiles(folder).entries()) {
    const { path: name, kind, target = "" } = entry;
    if (kind === "file") {
      const mode = (entry.mode & 0o111) === 0 ? "100644" : "100755";
      files.push({ path: name, ...(await entry.digest()), mode });
    } else if (kind === "link") {
      const size = Buffer.byteLength(target);
      files.push({ path: name, sha256: sha256(target), size, mode: "120000", target });
    }
  }
  // The format sorts by UTF-16 code units.
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = [...files]
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ path: name, mode, sha256: hash }) => `${name}\0${mode}\0${hash}\n`);
  const contentHash = sha256(lines.join(""));
  return { capturedAt, root: FILES, fileCount: files.length, contentHash, files };
}
