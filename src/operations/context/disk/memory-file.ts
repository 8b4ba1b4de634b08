import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { EVENTS, INSIGHTS } from "../../../curator/workspace/layout.ts";
import { systemCode } from "../../../disk/io-error.ts";

/** The largest memory; a longer one has to be archived by a person. */
const MAX_BYTES = 64 * 1024 * 1024;
const { O_NOFOLLOW, O_RDONLY, O_APPEND, O_CREAT, O_WRONLY } = fs.constants;

/** The bytes of the memory; none if there is no file. */
export function readMemory(root: string): Uint8Array {
  const file = path.join(root, EVENTS);
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return new Uint8Array();
    throw error;
  }
  try {
    if (fs.fstatSync(descriptor).size > MAX_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot read "${EVENTS}": it has more than 64 MiB`);
    }
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Appends text to the memory, one write for each line, and waits until it is on disk. */
export function appendMemory(root: string, text: string): void {
  append(path.join(root, EVENTS), text.split(/(?<=\n)/));
}

/** Appends a section to the insights in one write. */
export function appendInsights(root: string, section: string): void {
  append(path.join(root, INSIGHTS), [`\n${section}`]);
}

function append(file: string, pieces: readonly string[]): void {
  if (pieces.every((piece) => piece === "")) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
  try {
    for (const piece of pieces) if (piece !== "") fs.writeSync(descriptor, piece);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
