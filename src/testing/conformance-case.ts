import type { Code } from "../base/codes.ts";

/** One bundle and what a correct checker says of it. */
export interface ConformanceCase {
  readonly format: string;
  readonly name: string;
  /** `valid`: no error. `warning`: no error, and every code as a warning. `invalid`: every code as an error. */
  readonly verdict: "valid" | "warning" | "invalid";
  readonly codes: readonly Code[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links: path to target. */
  readonly links: Readonly<Record<string, string>>;
}

type Files = ConformanceCase["files"];

/** A good bundle with one thing changed, and the codes that must be found. */
export interface Fault {
  readonly name: string;
  readonly codes: readonly Code[];
  readonly verdict?: "valid" | "warning" | "invalid";
  change(files: Record<string, string | Uint8Array>): void;
}

/** Cases made from one good bundle by a list of faults. */
export function faultCases(
  format: string,
  base: Files,
  faults: readonly Fault[],
): ConformanceCase[] {
  return faults.map(({ name, codes, verdict = "invalid", change }) => {
    const files = { ...base };
    change(files);
    return { format, name, verdict, codes, files, links: {} };
  });
}

/** Replaces a piece of text in one file; the piece must be there. */
export function replace(file: string, from: string, to: string): Fault["change"] {
  return (files) => {
    const text = String(files[file]);
    if (!text.includes(from)) throw new Error(`"${from}" is not in ${file}`);
    files[file] = text.replace(from, () => to);
  };
}

/** Takes a file away. */
export function remove(file: string): Fault["change"] {
  return (files) => {
    delete files[file];
  };
}

/** Puts text at the end of a file, or makes it. */
export function append(file: string, text: string): Fault["change"] {
  return (files) => {
    files[file] = String(files[file] ?? "") + text;
  };
}
