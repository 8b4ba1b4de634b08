import { formatBytes } from "../text/format-count.ts";

/** A Markdown file, split into front matter and body. */
export interface SplitMarkdown {
  /** The YAML between the two fences; null when there is none or it cannot be used. */
  readonly yaml: string | null;
  /** The line of the file on which the YAML begins. */
  readonly yamlLine: number;
  /** Everything after the closing fence, unchanged. */
  readonly body: string;
  /** Why front matter that was opened cannot be used. */
  readonly fault: FrontMatterFault | null;
}

/** Something wrong with the fences or the size of front matter. */
export interface FrontMatterFault {
  readonly code: "E_FRONTMATTER" | "E_LIMIT";
  readonly line: number;
  readonly message: string;
}

/** The maximum size of front matter in bytes. */
export const FRONT_MATTER_BYTES = 64 * 1024;

const FENCE = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*\r?$/gm;

/** Splits front matter between lines of `---` from the Markdown after it. */
export function splitFrontMatter(text: string): SplitMarkdown {
  const opening = FENCE.exec(text)?.[0].length;
  const unsplit = { yaml: null, yamlLine: 2, body: text, fault: null };
  if (opening === undefined) return unsplit;
  CLOSING.lastIndex = opening;
  const closing = CLOSING.exec(text);
  const yaml = text.slice(opening, closing?.index);
  if (Buffer.byteLength(yaml) > FRONT_MATTER_BYTES) {
    const message = `The front matter is larger than ${formatBytes(FRONT_MATTER_BYTES)}`;
    return { ...unsplit, fault: { code: "E_LIMIT", line: 1, message } };
  }
  if (!closing) {
    const message = "The front matter is not closed by a line with ---";
    return { ...unsplit, fault: { code: "E_FRONTMATTER", line: 1, message } };
  }
  // The newline after the closing fence is part of the fence, not of the body.
  const body = text.slice(closing.index + closing[0].length).replace(/^\n/, "");
  return { yaml, yamlLine: 2, body, fault: null };
}
