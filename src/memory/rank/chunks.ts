/** A part of a text that is searched on its own. */
export interface TextChunk {
  /** Headings above it, from the outermost. */
  readonly headings: readonly string[];
  /** Where it stands in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Longest chunk, and what two chunks of one section share, in UTF-16 units. */
export const CHUNK_LENGTH = 1600;
const OVERLAP = 200;
/** Most chunks of one text; what follows can be read but is not searched. */
const MAX_CHUNKS = 10_000;
const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^[ \t]{0,3}(?:```|~~~)/;

/** Cuts a text into chunks: at headings first, then at the ends of paragraphs, sentences and words. */
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

/** The sections of a text; short ones stay with their neighbours of the same text as long as all fit. */
function sectionsOf(text: string): readonly TextChunk[] {
  if (text.length <= CHUNK_LENGTH) return [{ headings: [], start: 0, end: text.length }];
  const sections: TextChunk[] = [];
  let path: string[] = [];
  let [start, at, fenced, hasBody] = [0, 0, false, false];
  const close = (end: number) => {
    if (end > start) sections.push({ headings: [...path], start, end });
  };
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) fenced = !fenced;
    const heading = fenced ? null : HEADING.exec(line);
    if (heading) {
      // A heading that is followed by another says nothing alone and goes with it.
      if (hasBody) close(at);
      if (hasBody) start = at;
      hasBody = false;
      path = [...path.slice(0, (heading[1]?.length ?? 1) - 1), heading[2] ?? ""];
    } else if (line.trim() !== "") hasBody = true;
    at += line.length + 1;
  }
  close(text.length);
  return sections;
}

/** The best place for a cut: the end of a paragraph, a sentence or a word, else anywhere between characters. */
function cutBefore(text: string, start: number, end: number): number {
  if (end - start <= CHUNK_LENGTH) return end;
  const window = text.slice(start, start + CHUNK_LENGTH);
  const least = CHUNK_LENGTH / 2;
  for (const mark of ["\n\n", "\n", ". ", " "]) {
    const at = window.lastIndexOf(mark);
    if (at >= least) return start + at + mark.length;
  }
  const broken = /[\uD800-\uDBFF]$/.test(window); // Half of a character.
  return start + CHUNK_LENGTH - (broken ? 1 : 0);
}

/** The first word that begins behind a place, or the place itself when there is none near. */
function afterSpace(text: string, from: number, end: number): number {
  const at = text.slice(from, end).search(/\s\S/);
  if (at !== -1) return from + at + 1;
  return /^[\uDC00-\uDFFF]/.test(text.slice(from, from + 1)) ? from + 1 : from;
}
