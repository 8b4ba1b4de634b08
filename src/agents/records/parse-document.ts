import { isObject, type JsonObject } from "../../base/json/value.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { boundDepth } from "./bound-depth.ts";

/** Records are some levels below their document, and their own depth is bounded when they are read. */
const DOCUMENT_DEPTH = 300;

/** The object that a text is; null for anything else. */
export function parseDocument(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    boundDepth(value, DOCUMENT_DEPTH);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A text that is no object, as one damaged line: counted and named like any other. */
export function damagedLine(text: string): string {
  return `${text.replaceAll(/[\r\n]+/g, " ")}\n`;
}
