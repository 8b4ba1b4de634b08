/**
 * Loaded into a program with `--import`. It ends or pauses the process just before its n-th change of a
 * file whose path contains a text, as a loss of power or a busy machine would.
 *
 * Variables: `HALT_AT` (n, from 1), `HALT_IN` (the text), `HALT_WITH` (a signal), `HALT_MARK` (a file that
 * is created first, for whoever waits for the pause).
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { HALT_AT, HALT_IN = "", HALT_WITH = "SIGKILL", HALT_MARK } = process.env;
const { writeFileSync } = fs;
const paths = new Map<number, string>();
let left = Number(HALT_AT ?? "0");

function halt(target: unknown): void {
  const file = typeof target === "number" ? (paths.get(target) ?? "") : String(target);
  if (!file.includes(HALT_IN)) return;
  left--;
  if (left !== 0) return;
  if (HALT_MARK !== undefined) writeFileSync(HALT_MARK, file);
  process.kill(process.pid, HALT_WITH as NodeJS.Signals);
  // The signal may arrive a moment later; nothing more may happen until then.
  if (HALT_WITH === "SIGKILL") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const changes = [
  ...([
    "writeFileSync",
    "appendFileSync",
    "writeSync",
    "fsyncSync",
    "mkdirSync",
    "rmSync",
  ] as const),
  ...(["unlinkSync", "renameSync", "copyFileSync"] as const),
];
for (const name of changes) {
  const original: CallableFunction = fs[name];
  Reflect.set(fs, name, (...args: unknown[]) => {
    halt(args[0]);
    return Reflect.apply(original, fs, args);
  });
}

// Which file a descriptor writes to is known from when it was opened.
const { openSync } = fs;
Reflect.set(fs, "openSync", (...args: Parameters<typeof openSync>) => {
  const descriptor = openSync(...args);
  paths.set(descriptor, String(args[0]));
  return descriptor;
});
syncBuiltinESMExports();
