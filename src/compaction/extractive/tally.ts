/**
 * Files and tools as running tallies. Both are written as lines of the summary and read back from
 * it by the next one, so the patterns `FILE` and `TOOL` must match what `section()` writes.
 */

import { oneLine, truncateEnd, truncateMiddle } from "../../base/text/one-line.ts";
import type { Section } from "./sections.ts";

/** Most files and tools kept while reading. */
const MAX_ENTRIES = 400;

/**
 * What was done with a file, in ascending strength: a file that was changed stays "changed" when it
 * is read.
 */
const fileVerbs = ["named", "read", "changed"] as const;
/** What was done with a file. */
export type FileVerb = (typeof fileVerbs)[number];

const FILE = /^- (.+) \((named|read|changed), #(\d+)\)$/;
const TOOL = /^- (.+): (\d+) calls?(?:, (\d+) failed)?$/;

/** Which files were used, how, and when last. */
export interface FileTally {
  add(path: string, verb: FileVerb, seq: number): void;
  section(): Section;
}

/** A tally of files that begins with an earlier one. */
export function createFileTally(earlier: Section | undefined): FileTally {
  const files = new Map<string, { readonly verb: FileVerb; readonly seq: number }>();
  let dropped = earlier?.dropped ?? 0;
  const add = (path: string, verb: FileVerb, seq: number) => {
    const name = truncateMiddle(oneLine(path), 240);
    if (name === "") return;
    const before = files.get(name);
    // Deleted first, so that the map stays in the order of the last use.
    files.delete(name);
    files.set(name, { verb: stronger(verb, before?.verb), seq });
    const [oldest] = files.keys();
    if (files.size <= MAX_ENTRIES || oldest === undefined) return;
    files.delete(oldest);
    dropped += 1;
  };
  for (const line of earlier?.lines ?? []) {
    const [, path, name, seq] = FILE.exec(line) ?? [];
    const verb = fileVerbs.find((each) => each === name);
    if (path !== undefined && verb !== undefined) add(path, verb, Number(seq));
  }
  return {
    add,
    section: () => ({
      lines: [...files].map(([path, { verb, seq }]) => `- ${path} (${verb}, #${seq})`),
      dropped,
    }),
  };
}

/** Which tools were called, how often, and how often they failed. */
export interface ToolTally {
  add(name: string, counts: { readonly calls: number; readonly failed: number }): void;
  section(): Section;
}

/** A tally of tools that begins with an earlier one. */
export function createToolTally(earlier: Section | undefined): ToolTally {
  const tools = new Map<string, { calls: number; failed: number }>();
  const add: ToolTally["add"] = (name, { calls, failed }) => {
    const key = truncateEnd(oneLine(name), 80);
    const counted = tools.get(key) ?? { calls: 0, failed: 0 };
    counted.calls += calls;
    counted.failed += failed;
    if (tools.size < MAX_ENTRIES) tools.set(key, counted);
  };
  for (const line of earlier?.lines ?? []) {
    const [, name, calls, failed] = TOOL.exec(line) ?? [];
    if (name !== undefined) add(name, { calls: Number(calls), failed: Number(failed ?? 0) });
  }
  return {
    add,
    section() {
      const byUse = [...tools].sort(([, a], [, b]) => b.calls - a.calls);
      const lines = byUse.map(([name, { calls, failed }]) => toolLine(name, calls, failed));
      return { lines, dropped: earlier?.dropped ?? 0 };
    },
  };
}

function stronger(verb: FileVerb, other: FileVerb | undefined): FileVerb {
  if (other === undefined) return verb;
  return fileVerbs.indexOf(other) > fileVerbs.indexOf(verb) ? other : verb;
}

function toolLine(name: string, calls: number, failed: number): string {
  const counted = `${calls} ${calls === 1 ? "call" : "calls"}`;
  return `- ${name}: ${counted}${failed === 0 ? "" : `, ${failed} failed`}`;
}
