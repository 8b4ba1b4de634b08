/** Bytes from which on work takes seconds. */
const MUCH = 4_000_000;
/** V8 has had these flags under these names since this version; it complains of one that it does not know. */
const OLDEST_V8 = 13;
/** How often a function is called before it is optimised, and what V8 takes for it otherwise. */
const FLAGS = [
  { name: "--invocation-count-for-turbofan", delayed: 20_000, usual: 3_000 },
  { name: "--invocation-count-for-osr", delayed: 5_000, usual: 500 },
] as const;

/**
 * Lets V8 optimise later, for a process that works for seconds and ends: compiling on another processor what is
 * hot takes a fifth of the time of all processors then, and what it saves comes too late.
 */
export function delayOptimising(bytes: number): void {
  if (bytes < MUCH || Number.parseInt(process.versions.v8, 10) < OLDEST_V8) return;
  void import("node:v8").then(({ setFlagsFromString }) => {
    for (const { name, delayed } of FLAGS) setFlagsFromString(`${name}=${delayed}`);
    // What is compiled is kept for the next start, and is taken only under the same flags.
    process.prependOnceListener("exit", () => {
      for (const { name, usual } of FLAGS) setFlagsFromString(`${name}=${usual}`);
    });
  });
}
