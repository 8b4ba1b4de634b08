/** Measures in the engine that runs us how the time of a pattern grows with its text. */
import { createContext, Script } from "node:vm";

/** Characters that classes such as `\w` and `\s` match, and some that end a match. */
const SAMPLES = ["a", "A", "1", " ", "\t", "\n", "-", "_", ".", "/", ":", "=", '"', "'", "é", "<"];
const SHORT = 4000;
const LONG = 16_000;
/** Four times the text may take this many times as long: a square takes sixteen times. */
const MAX_GROWTH = 8;
/** What takes less is lost in the noise of the clock. */
const MIN_MS = 30;
const LIMIT_MS = 5000;

/** A script in a context can be ended when it takes too long. One context serves all: each takes as long as a match. */
const matchAll = new Script("for (const match of text.matchAll(pattern)) match;");
const variables: { text: string; pattern: RegExp } = { text: "", pattern: /(?:)/ };
const context = createContext(variables);

/** The processor time in ms that a pattern takes to find all matches in a text; infinite when it takes too long. */
export function timeOf(source: string, flags: string, text: string): number {
  const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  Object.assign(variables, { text, pattern });
  const before = process.cpuUsage();
  try {
    matchAll.runInContext(context, { timeout: LIMIT_MS });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A text made of a pattern's own characters for which its time grows faster than the text; null when none does. */
export function findSlowText(source: string, flags: string): string | null {
  for (const [start, pump] of pumpsFor(source)) {
    const textOf = (length: number) =>
      `${start}${pump.repeat(Math.ceil(length / pump.length))}\u0000!`;
    const measure = () => timeOf(source, flags, textOf(LONG));
    let long = measure();
    // Again, because a busy machine can make one measurement slow.
    for (let left = 8; left > 0 && long >= MIN_MS; left--) long = Math.min(long, measure());
    if (long < MIN_MS) continue;
    const isEndless = long === Number.POSITIVE_INFINITY;
    if (isEndless || long > MAX_GROWTH * timeOf(source, flags, textOf(SHORT))) {
      return `${JSON.stringify(start)} + ${JSON.stringify(pump)}.repeat(…)`;
    }
  }
  return null;
}

function* pumpsFor(source: string): Generator<readonly [start: string, pump: string]> {
  const plain = source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?/g, " ").replaceAll("\\", "");
  const literals = [...new Set(plain.match(/[a-zA-Z]{2,}/g) ?? [])].slice(0, 4);
  const characters = [...new Set([...SAMPLES, ...(plain.match(/[^\sa-z]/g) ?? [])])].slice(0, 24);
  for (const one of [...characters, ...literals]) {
    yield ["", one];
    for (const literal of literals) yield [literal, one];
    for (const other of [...SAMPLES.slice(0, 6), ...literals]) yield ["", `${one}${other}`];
  }
}
