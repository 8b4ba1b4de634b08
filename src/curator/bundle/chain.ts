import { parseMemoryLine } from "../memory/line.ts";

/** A refresh as the memory records it. */
export interface RecordedRefresh {
  readonly hash: string;
  readonly prev: string | null;
  /** The line of the memory, counted from 1. */
  readonly line: number;
}

/** Every recorded refresh, oldest first. */
export function recordedRefreshes(memory: readonly string[]): readonly RecordedRefresh[] {
  return memory.flatMap((text, index) => {
    const parsed = text.includes(" bundle_refreshed (") ? parseMemoryLine(text) : null;
    if (parsed?.kind !== "bundle_refreshed") return [];
    const hash = (parsed.facts.bundle ?? "").replace("sha256:", "");
    const prev = parsed.facts.prev ?? "none";
    return [{ hash, prev: prev === "none" ? null : prev.replace("sha256:", ""), line: index + 1 }];
  });
}

/** Where the chain of refreshes is broken, as line and sentence; without a hash of the files, only in the memory. */
export function chainFaults(
  memory: readonly string[],
  hash: string | null,
): readonly { readonly line: number; readonly message: string }[] {
  const all = recordedRefreshes(memory);
  const faults: { line: number; message: string }[] = [];
  let before: string | null = null;
  for (const { hash: own, prev, line } of all) {
    if (prev !== before) {
      const expected = before === null ? "none" : before.slice(0, 12);
      faults.push({ line, message: `The refresh before it was ${expected}, and it names another` });
    }
    before = own;
  }
  const newest = all.at(-1);
  if (newest !== undefined && hash !== null && newest.hash !== hash) {
    const message = "The files of the bundle are not those whose hash this line records";
    faults.push({ line: newest.line, message });
  }
  return faults;
}

/** The newest refresh, and which curated files it changed and left as they were. */
interface LastRefresh {
  readonly at: string;
  readonly changed: string[];
  readonly unchanged: string[];
}

/** What the newest recorded refresh changed, compared with the one before; null if there is none. */
export function lastRefresh(memory: readonly string[]): LastRefresh | null {
  const lines = memory.flatMap((text) => {
    const parsed = text.includes(" bundle_refreshed (") ? parseMemoryLine(text) : null;
    return parsed?.kind === "bundle_refreshed" ? [parsed] : [];
  });
  const newest = lines.at(-1);
  if (newest === undefined) return null;
  const before = hashesOf(lines.at(-2)?.text ?? "");
  const after = [...hashesOf(newest.text)];
  const isSame = ([name, hash]: readonly [string, string]) => before.get(name) === hash;
  return {
    at: newest.at,
    changed: after.filter((file) => !isSame(file)).map(([name]) => name),
    unchanged: after.filter(isSame).map(([name]) => name),
  };
}

/** The files of a recorded refresh, written as `name=hash name=hash`. */
function hashesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(" ").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
    }),
  );
}
