/**
 * Splits texts for search. A chunk keeps the headings above it, since a section often does not
 * repeat its subject; chunks of one section overlap, so that a sentence at a cut is found as well.
 */

import { trimEndOf } from "../../base/text/trim-end.ts";

/** A part of a text that is searched separately. */
export interface TextChunk {
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** Its position in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a chunk, and the overlap of two chunks of one section, in UTF-16 units. */
export const CHUNK_LENGTH = 1600;
const OVERLAP = 200;
/** Maximum number of chunks per text; the rest can be read but is not searched. */
const MAX_CHUNKS = 10_000;
const HEADING = /^(#{1,6})[ \t]([^\r\u2028\u2029]*)$/;
const FENCE = /^[ \t]{0,3}(?:```|~~~)/;

/** Splits a text into chunks: at headings, then at the ends of paragraphs, sentences and words. */
export function chunkText(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  for (const section of sectionsOf(text)) {
    for (let start = section.start; start < section.end && chunks.length < MAX_CHUNKS; ) {
      const end = cutBefore(text, start, section.end);
      if (text.slice(start, end).trim() !== "") {
        chunks.push({ headings: section.headings, start, end });
      }
      start = end === section.end ? end : Math.max(end - OVERLAP, start + 1);
      if (end !== section.end) start = afterSpace(text, start, end);
    }
  }
  return chunks;
}

/** The sections of a text by heading; a text that fits into one chunk is one section. */
function sectionsOf(text: string): readonly TextChunk[] {
  if (text.length <= CHUNK_LENGTH) return [{ headings: [], start: 0, end: text.length }];
  const sections: TextChunk[] = [];
  let path: string[] = [];
  let start = 0;
  let at = 0;
  let fenced = false;
  let hasBody = false;
  const close = (end: number) => {
    if (end > start) sections.push({ headings: [...path], start, end });
  };
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) fenced = !fenced;
    const heading = fenced ? null : HEADING.exec(line);
    if (heading) {
      // A heading without text below it stays together with the next one.
      if (hasBody) close(at);
      if (hasBody) start = at;
      hasBody = false;
      path = [...path.slice(0, (heading[1]?.length ?? 1) - 1), withoutClosing(heading[2] ?? "")];
    } else if (line.trim() !== "") hasBody = true;
    at += line.length + 1;
  }
  close(text.length);
  return sections;
}

/** The text of a heading without the marks that may close it: "Tides ##" is "Tides". */
function withoutClosing(heading: string): string {
  return trimEndOf(trimEndOf(trimEndOf(heading.trimStart(), " \t"), "#"), " \t");
}

/** The best position for a cut: the end of a paragraph, a sentence or a word, else between two characters. */
function cutBefore(text: string, start: number, end: number): number {
  if (end - start <= CHUNK_LENGTH) return end;
  const window = text.slice(start, start + CHUNK_LENGTH);
  const least = CHUNK_LENGTH / 2;
  for (const mark of ["\n\n", "\n", ". ", "。", " "]) {
    const at = window.lastIndexOf(mark);
    if (at >= least) return start + at + mark.length;
  }
  const broken = /[\uD800-\uDBFF]$/.test(window); // Half of a character.
  return start + CHUNK_LENGTH - (broken ? 1 : 0);
}

/** The start of the next word, or the position itself when there is none nearby. */
function afterSpace(text: string, from: number, end: number): number {
  const at = text.slice(from, end).search(/\s\S/);
  if (at !== -1) return from + at + 1;
  return /^[\uDC00-\uDFFF]/.test(text.slice(from, from + 1)) ? from + 1 : from;
}
