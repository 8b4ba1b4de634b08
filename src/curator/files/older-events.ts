import type { MemoryDigest } from "../memory/digest.ts";
import { type MemoryLine, parseMemoryLine } from "../memory/line.ts";
import { INSIGHTS } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord } from "../workspace/record.ts";
import { sectionLines, sectionsOf } from "./markdown.ts";

/** What the newest compaction has and the lists of recent activity do not. */
export function olderEvents(
  files: ResponsibilityFiles,
  { closed }: Pick<CuratorRecord, "closed">,
  { latest }: Pick<MemoryDigest, "latest">,
): readonly string[] {
  if (files.stat(INSIGHTS) === null) return [];
  const requests = new Set(closed.map(({ id }) => id));
  const texts = new Set(latest.map(({ text }) => text));
  return files
    .derive(INSIGHTS, "compacted", newestCompaction)
    .filter(({ facts, text }) => !requests.has(facts.request ?? "") && !texts.has(text))
    .map(({ at, kind, facts, text }) => {
      const what = [kind, facts.request ?? facts.bundle, facts.status].filter(Boolean).join(" ");
      return `- ${at.slice(0, 10)} ${what}: ${text}`;
    });
}

/** What was finished and which limits changed; decisions and open points are shown as they are now. */
function newestCompaction(text: string): readonly MemoryLine[] {
  const sections = sectionsOf(text);
  const at = sections.findLastIndex(({ heading }) => / compaction L\d+-L\d+ /.test(heading));
  if (at === -1) return [];
  const found = { sections: sections.slice(at) };
  const lines = ["Results", "Changed limits"].flatMap((name) => sectionLines(found, name) ?? []);
  return lines.flatMap((line) => parseMemoryLine(line) ?? []);
}
