/**
 * Reads the summary that is to be continued. Our own format is parsed back into sections, so that
 * facts are carried on instead of being summarised again at each cut. A summary by a model or
 * another program has no known structure and becomes quoted notes.
 */

import { oneLine } from "../../base/text/one-line.ts";
import {
  readSection,
  type Section,
  type SectionName,
  type Sections,
  sectionNames,
} from "./sections.ts";

/** The id of this summariser, which its summaries carry. */
export const EXTRACTIVE_ID = "extractive_v3";
/** The version before, whose recent turns are in no digest yet. */
const BEFORE_DIGESTS = "extractive_v2";

/** What an earlier summary knows. */
export interface EarlierSummary {
  readonly sections: Sections;
  /** Its most recent turns, which are recent no more, where no digest contains them. */
  readonly highlights: readonly string[];
}

const CUMULATIVE_HEADING = "## Cumulative Summary";
const HIGHLIGHTS_HEADING = "## Recent Delta Highlights";

/** Reads an earlier summary: our own section by section, any other as quoted notes. */
export function readEarlierSummary(markdown: string | null): EarlierSummary {
  if (markdown === null) return { sections: new Map(), highlights: [] };
  const lines = markdown.split("\n").map((line) => line.trimEnd());
  const cumulative = below(lines, CUMULATIVE_HEADING);
  const recent = below(lines, HIGHLIGHTS_HEADING);
  if (lines.includes(`- summariser: ${EXTRACTIVE_ID}`)) {
    return { sections: readParts(cumulative), highlights: [] };
  }
  if (lines.includes(`- summariser: ${BEFORE_DIGESTS}`)) {
    const highlights = recent.filter((line) => line.startsWith("- ["));
    return { sections: readParts(cumulative), highlights };
  }
  const notes = quoted(cumulative.length > 0 ? [...cumulative, ...recent] : lines);
  return { sections: new Map([["Earlier notes", notes]]), highlights: [] };
}

/** The lines between a heading and the next of its level. */
function below(lines: readonly string[], heading: string): readonly string[] {
  const start = lines.indexOf(heading);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

function readParts(lines: readonly string[]): Sections {
  const parts = new Map<SectionName, string[]>();
  let at: string[] = [];
  for (const line of lines) {
    const name = sectionNames.find((each) => line === `### ${each}`);
    if (name === undefined) {
      at.push(line);
      continue;
    }
    at = [];
    parts.set(name, at);
  }
  return new Map([...parts].map(([name, its]) => [name, readSection(its)]));
}

/** Foreign lines as quotations, so that none of them can pass for a part of ours. */
function quoted(lines: readonly string[]): Section {
  const kept = lines.filter((line) => line.trim() !== "");
  return { lines: kept.map((line) => `> ${oneLine(line)}`), dropped: 0 };
}
