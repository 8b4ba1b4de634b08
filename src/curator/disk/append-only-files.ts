import fs from "node:fs";
import { HoldallError } from "../../base/errors.ts";
import { systemCode } from "../../disk/io-error.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { appendToFile } from "../../durable/files.ts";
import { piecesToAppend } from "../audit/lines.ts";
import { linesToAppend } from "../memory/reconcile.ts";
import { AUDIT, EVENTS, INSIGHTS } from "../workspace/layout.ts";

/** The largest file; a longer one has to be archived by a person. */
const MAX_BYTES = 64 * 1024 * 1024;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

/** A file of a responsibility to which lines are only added, as it lies on disk. */
export interface AppendOnlyFile {
  readonly bytes: Uint8Array;
  /** What this machine knows the file by, however much is appended to it; null if there is none. */
  readonly identity: string | null;
}

/** Reads a file that is only added to; it has no bytes if it is not there. */
export function readAppendOnly(root: string, relative: string): AppendOnlyFile {
  const file = pathInside(root, relative);
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { bytes: new Uint8Array(), identity: null };
    throw error;
  }
  try {
    const stat = fs.fstatSync(descriptor);
    const { size, ino, birthtimeMs } = stat;
    if (!stat.isFile()) {
      throw new HoldallError("E_IO", `Cannot read "${relative}": it is not a file`, {
        cure: "move it elsewhere, and put the file in its place",
      });
    }
    if (size > MAX_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot read "${relative}": it has more than 64 MiB`);
    }
    return { bytes: fs.readFileSync(descriptor), identity: `${ino}:${birthtimeMs}` };
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Appends lines to the memory, one write for each, and waits until they are on disk. A last line that a
 * person left without its end is ended first.
 */
export function appendMemory(root: string, lines: readonly string[]): void {
  if (lines.length > 0)
    appendToFile(pathInside(root, EVENTS), (last) => linesToAppend(last, lines));
}

/** Appends a section to the insights in one write. */
export function appendInsights(root: string, section: string): void {
  appendToFile(pathInside(root, INSIGHTS), () => [`\n${section}`]);
}

/** Appends lines to the record of refreshes, and waits until they are on disk. */
export function appendAudit(root: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const pieces = piecesToAppend(readAppendOnly(root, AUDIT).bytes, lines);
  appendToFile(pathInside(root, AUDIT), () => pieces);
}
