import type { JsonRecord } from "./json-records.ts";
import { createReading, type Reading } from "./reading.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
};

/** JSON within JSON has its quotes and line ends escaped, which hides what is between them. */
export function isEscaped(text: string): boolean {
  return text.includes('\\"') || text.includes("\\n") || text.includes("\\u00");
}

/** Strings that are shorter contain no name with a secret. */
const MIN_LENGTH = 8;

/**
 * Takes one layer of escapes away. Every string of a record begins and ends a line, as it did where it was
 * written; of what is outside of records, only the parts with escapes are read again.
 */
export function removeEscapes(text: string, records: readonly JsonRecord[]): Reading {
  const reading = createReading(text, readEscape);
  let from = 0;
  for (const { at, end, values } of records) {
    if (isEscaped(text.slice(from, at))) reading.addUnescaped(from, at);
    for (const value of values) {
      if (value.end - value.at >= MIN_LENGTH) reading.addUnescaped(value.at, value.end);
    }
    from = end;
  }
  if (isEscaped(text.slice(from))) reading.addUnescaped(from, text.length);
  return reading.end();
}

function readEscape(text: string, at: number): { character: string; width: number } {
  const code = text.charAt(at + 1);
  const simple = SIMPLE[code];
  if (simple !== undefined) return { character: simple, width: 2 };
  const hex = code === "u" ? text.slice(at + 2, at + 6) : "";
  if (!/^[0-9a-f]{4}$/i.test(hex)) return { character: "\\", width: 1 };
  return { character: String.fromCharCode(Number.parseInt(hex, 16)), width: 6 };
}
