import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text with secrets that were made up, or without any. */
export interface RedactionCase {
  readonly id: string;
  /** What the secret is carried by: a file of settings, a URL, a table; "innocent" for a text without one. */
  readonly carrier: string;
  /** "dev" cases were used to write the rules; "blind" ones were written before and tried at the end. */
  readonly set: "dev" | "blind";
  /** Whether its maker publishes the form of the secret, so that the form alone gives it away. */
  readonly published: boolean;
  readonly text: string;
  /** The secrets as spans of the text, in UTF-16 code units. */
  readonly secrets: readonly (readonly [start: number, end: number])[];
}

const FILE = join(import.meta.dirname, "../../../bench/redaction/cases.jsonl");

/** Every case of the benchmark, in order. */
export function readCases(): readonly RedactionCase[] {
  return readFileSync(FILE, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
