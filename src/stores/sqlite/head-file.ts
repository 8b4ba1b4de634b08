import fs from "node:fs";
import path from "node:path";
import type { RecordedHead } from "../store.ts";

/** The file beside the database that says how far its events reach. */
export const HEAD_FILE = "ledger.head";

const FORM = /^holdall-head 1 (\d{16}) ([0-9a-f]{64})\n/;
const BYTES = "holdall-head 1 ".length + 16 + 1 + 64 + 1;
const { O_CREAT, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = fs.constants;

/** Where the events of a database end, kept outside of it. */
export interface HeadFile {
  read(): RecordedHead | null;
  write(head: RecordedHead): void;
  close(): void;
}

/**
 * Opens the head file of a workspace. The newest commits of a database lie in its log, which can be removed without
 * a trace; this file then still says that they were there. It is written after each commit, in place and without a
 * sync of its own, so that it may be older than the database and is never newer.
 */
export function openHeadFile(workspace: string): HeadFile {
  const file = path.join(workspace, HEAD_FILE);
  let descriptor: number | null = null;
  return {
    read: () => readHead(file),
    write({ pos, chain }) {
      try {
        descriptor ??= fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
        // Another process may have committed and recorded more meanwhile.
        if ((parseHead(descriptor)?.pos ?? 0) >= pos) return;
        const text = `holdall-head 1 ${String(pos).padStart(16, "0")} ${chain}\n`;
        fs.writeSync(descriptor, text, 0);
      } catch {
        // The commit is done, and an older head is no fault.
      }
    },
    close() {
      if (descriptor === null) return;
      try {
        fs.fsyncSync(descriptor);
      } catch {
        // As for a write.
      }
      fs.closeSync(descriptor);
      descriptor = null;
    },
  };
}

/** What the file says; null when there is none, or none that can be read. */
function readHead(file: string): RecordedHead | null {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW);
    return parseHead(descriptor);
  } catch {
    return null;
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

function parseHead(descriptor: number): RecordedHead | null {
  const bytes = Buffer.alloc(BYTES);
  const length = fs.readSync(descriptor, bytes, 0, BYTES, 0);
  const match = FORM.exec(bytes.toString("latin1", 0, length));
  return match === null ? null : { pos: Number(match[1]), chain: match[2] ?? "" };
}
