import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { HoldallError } from "../errors.ts";
import type { Json } from "./value.ts";

const MAX_DEPTH = 100;

/** The kinds of tokens; the library declares them as a `const enum`, which has no value at run time. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const;

/** The value of a JSON text that may have comments and trailing commas; undefined when it is not JSON. */
export function parseCommented(text: string): Json | undefined {
  const tree = parseNodes(text);
  return tree === undefined ? undefined : getNodeValue(tree);
}

/** The nodes of such a text; undefined when it is not JSON. */
export function parseNodes(text: string): Node | undefined {
  checkDepth(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? tree : undefined;
}

/** The parser is recursive, so the depth is checked first. */
function checkDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) depth++;
    if (kind === token.closeBrace || kind === token.closeBracket) depth--;
    if (depth > MAX_DEPTH) throw new HoldallError("E_LIMIT", "Cannot read JSON: nested too deeply");
  }
}

/** What follows a value up to the end of its line. */
export interface AfterValue {
  /** Where its comma ends; null when it has none. */
  readonly comma: number | null;
  /** Where its last comment, its comma or itself ends. */
  readonly end: number;
}

/** Finds the comma and the comments that belong to the value that ends at `from`. */
export function afterValue(text: string, from: number): AfterValue {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | null = null;
  let end = from;
  let isSameLine = true;
  for (let kind: number = scanner.scan(); ; kind = scanner.scan()) {
    const tokenEnd = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === token.lineBreak) isSameLine = false;
    else if (kind === token.comma && comma === null) comma = end = tokenEnd;
    else if (kind === token.lineComment || kind === token.blockComment) {
      end = isSameLine ? tokenEnd : end;
    } else if (kind !== token.space) break;
    // A comma may be on a later line; a comment there belongs to what follows.
    if (!isSameLine && comma !== null) break;
  }
  return { comma, end };
}
