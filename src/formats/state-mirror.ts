/**
 * `snapshot.md`, the Markdown mirror of a state. It is derived: written with every bundle, compared
 * on reading, never read as a source. Editing it by hand changes nothing, and the reader warns
 * about that.
 */

import type { FileSet } from "../base/file-set.ts";
import { asText, type JsonObject } from "../base/json/value.ts";
import { readText } from "../base/read-document.ts";
import type { ReadOptions } from "./format.ts";

/**
 * Entries as Markdown lists under their slots, in slot order. Continuation lines are indented, so
 * that no content can forge a heading or a list item.
 */
export function slotSections(slots: readonly string[], entries: readonly JsonObject[]): string[] {
  const active = entries.filter((entry) => entry.state !== "archived");
  const sections: string[] = [];
  for (const slot of new Set(slots)) {
    addSection(
      sections,
      slot,
      active.filter((entry) => entry.slot === slot),
    );
  }
  const declared = new Set(slots);
  addSection(
    sections,
    "other",
    active.filter((entry) => !declared.has(asText(entry.slot))),
  );
  return sections;
}

/** The section of archived entries, if there are any. */
export function archivedSection(entries: readonly JsonObject[]): string[] {
  const sections: string[] = [];
  addSection(
    sections,
    "archived",
    entries.filter((entry) => entry.state === "archived"),
  );
  return sections;
}

function addSection(sections: string[], heading: string, entries: readonly JsonObject[]): void {
  if (entries.length === 0) return;
  sections.push(`## ${heading}`, ...entries.map(entryItem), "");
}

/** One entry as a list item. */
export function entryItem(entry: JsonObject): string {
  if (entry.resolution === "pointer" || entry.content === "") {
    return `- (pointer) ${listText(asText(entry.unit_ref ?? ""))}`;
  }
  return `- ${listText(asText(entry.content ?? ""))}`;
}

/** The file in which a bundle mirrors itself for people. */
export const MIRROR = "snapshot.md";

/** Warns about a mirror that differs from the bundle; its content is not used. */
export async function checkMirror(
  files: FileSet,
  fresh: string,
  { findings, limits }: ReadOptions,
): Promise<void> {
  const maxBytes = limits.snapshotBytes;
  const found = await readText(files, MIRROR, { findings, maxBytes, optional: true });
  if (found && found.text.trimEnd() !== fresh.trimEnd()) {
    findings.warn("W_MIRROR_STALE", { file: MIRROR }, "Differs from a fresh rendering; ignored");
  }
}

/** Text as the content of a list item: later lines indented. */
function listText(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, "\n  ");
}
