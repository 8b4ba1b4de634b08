import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import {
  type ContextFile,
  coreFiles,
  isCore,
  METADATA,
} from "../../model/ai-context/context-file.ts";
import { readPreferences } from "../../model/ai-context/model-preferences.ts";
import { countLines, volumeLevel } from "../../model/ai-context/volume.ts";
import { isCompanionFile } from "../companion-files.ts";
import type { ReadOptions } from "../format.ts";
import { readContent } from "./content.ts";
import { readContextFile } from "./context-file.ts";
import { findRoot, type Root } from "./layout.ts";
import { readMetadata } from "./metadata.ts";
import type { AiContext } from "./model.ts";

/**
 * Bytes of curated files read in total: far more than the 3,000 lines above which context must be
 * consolidated.
 */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** Reads and checks a responsibility's curated context; links out of it are never followed. */
export async function read(files: FileSet, options: ReadOptions): Promise<AiContext | null> {
  const { limits, findings } = options;
  const root = await findRoot(files);
  const maxBytes = limits.documentBytes;
  const about = await readMetadata(files, `${root}${METADATA}`, { findings, maxBytes });
  const listed = await readContent(files, root, about?.metadata.value?.content ?? [], {
    ...options,
    findings: about?.findings ?? findings,
  });
  const addOns = await listAddOns(files, root, new Set(listed.keys()), options);
  const { contents, preferences } = await readAll(files, root, [...coreFiles, ...addOns], options);
  addVolume(contents, root, findings);
  if (!about) addMissingMetadata(contents, root, findings);
  if (!about && contents.length === 0) return null;
  const own = new Set(contents.map(({ stem }) => `${stem}.md`));
  const others = new Map([...listed].filter(([path]) => !own.has(path)));
  return { root, files: contents, preferences, metadata: about?.metadata ?? null, others };
}

/** A damaged model policy is reported by its front matter and then not interpreted. */
async function readAll(
  files: FileSet,
  root: Root,
  stems: readonly string[],
  { findings, limits }: ReadOptions,
) {
  const contents: ContextFile[] = [];
  let preferences: AiContext["preferences"] = null;
  let remaining = MAX_KEPT_BYTES;
  for (const stem of stems) {
    const file = `${root}${stem}.md`;
    const maxBytes = Math.min(remaining, limits.contentBytes);
    const found = await readContextFile(files, file, { findings, maxBytes });
    if (!found) continue;
    remaining -= found.content.bytes.length;
    contents.push(found.content);
    if (stem !== "model_preferences" || found.isDamaged) continue;
    preferences = readPreferences(found.content, file, found.findings);
  }
  return { contents, preferences };
}

/** The add-ons by name. Any other file is reported, unless the metadata lists it. */
async function listAddOns(
  files: FileSet,
  root: Root,
  listed: ReadonlySet<string>,
  { findings, limits }: ReadOptions,
): Promise<readonly string[]> {
  const stems: string[] = [];
  for await (const { path: file, kind } of files.entries()) {
    if (!file.startsWith(root) || kind === "folder" || isCompanionFile(file)) continue;
    const path = file.slice(root.length);
    const stem = /^([a-z0-9_]+)\.md$/.exec(path)?.[1];
    if (path === METADATA || (stem ? isCore(stem) : listed.has(path))) continue;
    if (!stem) findings.warn("W_EXTRA_FILE", { file }, "Not part of the curated context");
    else if (stems.length < limits.entries) stems.push(stem);
    else {
      const message = `More than ${limits.entries} add-ons`;
      findings.error("E_LIMIT", { file }, message, { limit: limits.entries });
      break;
    }
  }
  return stems;
}

/** More lines than the format allows have to be consolidated before anything is added. */
function addVolume(contents: readonly ContextFile[], root: Root, findings: Findings): void {
  const lines = contents.reduce((sum, { bytes }) => sum + countLines(bytes), 0);
  if (volumeLevel(lines) !== "red") return;
  const file = `${root}${METADATA}`;
  findings.warn("W_VOLUME", { file }, `${lines} lines of curated context; more than 3,000 are red`);
}

/**
 * With all five core files the bundle is usable without metadata; otherwise it cannot be distinguished
 * from a folder.
 */
function addMissingMetadata(contents: readonly ContextFile[], root: Root, findings: Findings) {
  const file = `${root}${METADATA}`;
  const message = `The metadata "${METADATA}" is absent`;
  if (contents.filter(({ stem }) => isCore(stem)).length === coreFiles.length) {
    findings.warn("W_MISSING_FILE", { file }, message);
  } else findings.error("E_MISSING_FILE", { file }, message);
}
