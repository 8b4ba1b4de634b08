import type { FileEntry, FileSet } from "../../base/file-set.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { pathFault } from "../../base/paths.ts";
import { findFile } from "../../base/read-document.ts";
import { excerpt } from "../../base/text/text.ts";
import { METADATA } from "../../model/ai-context/context-file.ts";
import type { Metadata } from "../../model/ai-context/records.ts";
import { lineCounter } from "../../model/ai-context/volume.ts";
import type { ReadOptions } from "../format.ts";
import type { Root } from "./layout.ts";

type Content = NonNullable<Metadata["content"]>[number];

/**
 * Checks the files that the metadata lists, and returns those that exist by their listed path.
 * Paths come from a file of someone else: one that leaves the bundle is an error and is never
 * opened.
 */
export async function readContent(
  files: FileSet,
  root: Root,
  content: readonly Content[],
  options: ReadOptions,
): Promise<ReadonlyMap<string, FileEntry>> {
  const { findings, limits } = options;
  const file = `${root}${METADATA}`;
  const found = new Map<string, FileEntry>();
  if (content.length > limits.entries) {
    const message = `${content.length} files listed, limit ${limits.entries}`;
    findings.error("E_LIMIT", { file, pointer: "/content" }, message, { limit: limits.entries });
  }
  for (const [index, listed] of content.slice(0, limits.entries).entries()) {
    const place = { file, pointer: `/content/${index}/path` };
    const fault = pathFault(listed.path);
    if (fault) findings.error("E_PATH", place, `The path "${excerpt(listed.path)}" ${fault}`);
    if (!fault && found.has(listed.path)) findings.error("E_DUP_ID", place, "Listed twice");
    const entry = fault ? null : await findFile(files, `${root}${listed.path}`, { findings });
    if (!entry) continue;
    found.set(listed.path, entry);
    if (options.level === "full") await checkContent(entry, listed, place, findings);
  }
  return found;
}

/** Needs every byte of the file, so only at level `full`. */
async function checkContent(entry: FileEntry, listed: Content, place: Place, findings: Findings) {
  const { sha256, size } = await entry.digest();
  const name = `"${excerpt(listed.path)}"`;
  if (sha256 !== listed.sha256) {
    const details = { declared: listed.sha256, actual: sha256 };
    findings.error("E_DIGEST", place, `${name} has another SHA-256 than listed`, details);
  }
  if (listed.bytes != null && listed.bytes !== size) {
    const details = { declared: listed.bytes, actual: size };
    findings.error("E_DIGEST", place, `${name} has ${size} bytes, listed ${listed.bytes}`, details);
  }
  if (listed.lines == null) return;
  const counter = lineCounter();
  for await (const chunk of entry.read()) counter.add(chunk);
  const lines = counter.lines();
  if (lines !== listed.lines) {
    const details = { declared: listed.lines, actual: lines };
    findings.error("E_COUNT", place, `${name} has ${lines} lines, listed ${listed.lines}`, details);
  }
}
