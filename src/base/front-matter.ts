/** A Markdown file taken apart. */
export interface SplitMarkdown {
  /** The YAML between the two fences; null when there is none or it cannot be taken. */
  readonly yaml: string | null;
  /** The line of the file on which the YAML begins. */
  readonly yamlLine: number;
  /** Everything after the closing fence, as it stands. */
  readonly body: string;
  /** Why front matter that was begun cannot be taken. */
  readonly fault: FrontMatterFault | null;
}

/** Something wrong with the fences or the size of front matter. */
export interface FrontMatterFault {
  readonly code: "E_FRONTMATTER" | "E_LIMIT";
  readonly line: number;
  readonly message: string;
}

/** Bytes that front matter may have. */
export const FRONT_MATTER_BYTES = 64 * 1024;

const FENCE = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*\r?$/gm;

/** Splits front matter between lines of `---` from the Markdown after it. */
export function splitFrontMatter(text: string): SplitMarkdown {
  const opening = FENCE.exec(text)?.[0].length;
  const whole = { yaml: null, yamlLine: 2, body: text, fault: null };
  if (opening === undefined) return whole;
  CLOSING.lastIndex = opening;
  const closing = CLOSING.exec(text);
  const yaml = text.slice(opening, closing?.index);
  if (Buffer.byteLength(yaml) > FRONT_MATTER_BYTES) {
    const message = `Front matter of more than ${FRONT_MATTER_BYTES} bytes`;
    return { ...whole, fault: { code: "E_LIMIT", line: 1, message } };
  }
  if (!closing) {
    const message = "The front matter is not closed by a line of ---";
    return { ...whole, fault: { code: "E_FRONTMATTER", line: 1, message } };
  }
  // The end of the closing line belongs to the fence, not to the body.
  const body = text.slice(closing.index + closing[0].length).replace(/^\n/, "");
  return { yaml, yamlLine: 2, body, fault: null };
}
