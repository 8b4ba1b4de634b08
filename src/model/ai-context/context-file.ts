import type { JsonObject } from "../../base/json/value.ts";

/** One curated Markdown file. */
export interface ContextFile {
  /** File name without `.md`. */
  readonly stem: string;
  /** As it was read, or as it is written for the first time. */
  readonly bytes: Uint8Array;
  /** Null when it is missing or cannot be read. */
  readonly frontMatter: JsonObject | null;
  readonly body: string;
}

/** What goes into a prompt, in reading order. */
export const promptFiles = [
  "system_context",
  "current_focus",
  "recent_activity",
  "open_requests",
] as const;

/** The files every responsibility has: the four above and the model policy, which is read by programs. */
export const coreFiles = [...promptFiles, "model_preferences"] as const;

/** The file of the bundle's own metadata. */
export const METADATA = "bundle.yaml";

/** Whether a name is one of the core five. */
export function isCore(stem: string): boolean {
  return coreFiles.some((core) => core === stem);
}
