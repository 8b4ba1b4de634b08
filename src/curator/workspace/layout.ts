import { compareBytes } from "../../base/file-set.ts";
import type { ResponsibilityFiles } from "./port.ts";

/** The settings file of a workspace of responsibilities. */
export const CONFIG = "ros.config.yaml";

/** Where the folder of a responsibility may be, in the order in which it is looked for. */
export const rootFolders = ["registry", "", "responsibilities"] as const;

/** The folder of the curated files in a responsibility. */
export const BUNDLE = "ai_context";

/** The ledger of a responsibility's memory, to which lines are only added. */
export const EVENTS = "memory/events.md";

/** The record of refreshes, to which lines are only added; no model reads it. */
export const AUDIT = "logs/context_audit.ndjson";

/** What was learnt from older events. */
export const INSIGHTS = "memory/insights.md";

/** Texts that a responsibility keeps to look things up; one folder for each accepted bundle. */
export const KNOWLEDGE = "context/knowledge";

/** Where the texts of an accepted bundle came from, beside them. */
export const KNOWLEDGE_PROVENANCE = "provenance.yaml";

/** The pages of requests: of those to a responsibility, and of its own. */
export const viewFolders = { target: "queue/inbox", origin: "queue/outbox" } as const;

/** The folders whose Markdown counts as context, directly in them. */
const contextFolders = [
  BUNDLE,
  "persona",
  "mandates/definitions",
  "context/projects",
  KNOWLEDGE,
] as const;

const contextFiles = ["kernel.md", "guardrails.md", "persona.md"] as const;

/** Every file that counts towards the volume of a responsibility, sorted by path. */
export function contextSet(files: ResponsibilityFiles): readonly string[] {
  const found = contextFiles.filter((file) => files.stat(file) !== null) as string[];
  for (const folder of contextFolders) found.push(...markdownIn(files, folder));
  for (const pack of files.folders("context/packs")) {
    found.push(...markdownBelow(files, `context/packs/${pack}`, 4));
  }
  return found.sort(compareBytes);
}

/** Markdown files directly in a folder, as paths. */
export function markdownIn(files: ResponsibilityFiles, folder: string): readonly string[] {
  return files
    .list(folder)
    .filter(({ path }) => path.endsWith(".md"))
    .map(({ path }) => path);
}

/** Markdown files in a folder and, up to a depth, below it. */
export function markdownBelow(
  files: ResponsibilityFiles,
  folder: string,
  depth: number,
): readonly string[] {
  const below = files
    .folders(folder)
    .flatMap((name) => (depth > 0 ? markdownBelow(files, `${folder}/${name}`, depth - 1) : []));
  return [...markdownIn(files, folder), ...below];
}
