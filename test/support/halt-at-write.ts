/**
 * Loaded into a program with `--import`. It ends or pauses the process just before its n-th change of a
 * file whose path contains a text, as a loss of power or a busy machine would.
 *
 * Variables: `HALT_AT` (n, from 1), `HALT_IN` (the text), `HALT_WITH` (a signal), `HALT_MARK` (a file that
 * is created first, for whoever waits for the pause). With `HALT_LOG` (a file) it lists the changes. With
 * `HALT_COPY` (a folder) it does not halt, but copies the folders of `HALT_FROM` (a list) before each change:
 * each copy is what the disk would contain, had the process been killed there.
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { HALT_AT, HALT_IN = "", HALT_WITH = "SIGKILL", HALT_MARK } = process.env;
const { HALT_LOG, HALT_COPY, HALT_FROM = "[]" } = process.env;
const { writeFileSync, appendFileSync, cpSync } = fs;
const copied: readonly string[] = JSON.parse(HALT_FROM);
let isCopying = false;
let seen = 0;
const paths = new Map<number, string>();
let left = Number(HALT_AT ?? "0");

function halt(name: string, target: unknown): void {
  if (isCopying) return;
  const file = typeof target === "number" ? (paths.get(target) ?? "") : String(target);
  if (!file.includes(HALT_IN)) return;
  seen++;
  if (HALT_LOG !== undefined) appendFileSync(HALT_LOG, `${name} ${file}\n`);
  if (HALT_COPY !== undefined) copyTo(`${HALT_COPY}/${seen}`);
  left--;
  if (left !== 0) return;
  if (HALT_MARK !== undefined) writeFileSync(HALT_MARK, file);
  process.kill(process.pid, HALT_WITH as NodeJS.Signals);
  // The signal may arrive a moment later; nothing more may happen until then.
  if (HALT_WITH === "SIGKILL") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function copyTo(folder: string): void {
  isCopying = true;
  for (const [index, from] of copied.entries()) {
    cpSync(from, `${folder}/${index}`, { recursive: true, preserveTimestamps: true });
  }
  isCopying = false;
}

const changes = [
  "writeFileSync",
  "appendFileSync",
  "writeSync",
  "fsyncSync",
  "mkdirSync",
  "rmSync",
  "unlinkSync",
  "renameSync",
  "copyFileSync",
] as const;
for (const name of changes) {
  const original: CallableFunction = fs[name];
  Reflect.set(fs, name, (...args: unknown[]) => {
    halt(name, args[0]);
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
