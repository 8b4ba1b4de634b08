import { printable } from "../../base/text/text.ts";

/**
 * A text that is printed as it is, however wide its lines are: a schema, a page, a prompt. The line break at
 * its end distinguishes it from a line (`src/cli/fit-lines.ts`).
 */
export function documentOf(text: string): string {
  return `${printable(text).trimEnd()}\n`;
}
