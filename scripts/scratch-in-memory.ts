/**
 * A place in memory for what tests write. Tests create and remove some hundred thousand small files and wait for
 * the disk after most of them; none of that is what they prove, and a disk makes a run half as long again.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "holdall-tests-";
/** The number by which Linux knows a file system in memory. */
const TMPFS = 0x01021994;
/** What several test files at once may write, with room to spare. */
const MIN_FREE_BYTES = 6 * 1024 ** 3;
/** A run in which nothing was created for so long has ended. */
const MAX_PAUSE_MS = 30 * 60 * 1000;
/** What the machine must have beside it. */
const MIN_MEMORY = 8 * 1024 ** 3;

/** A folder in memory that every user may enter, with what removes it; null where the disk is the better place. */
export function createFolderInMemory(): { readonly folder: string; remove(): void } | null {
  if (!hasSpace()) return null;
  sweepLeftovers();
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`);
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o1777); // As /tmp is: some tests run programs as another user.
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (canExecuteIn(folder)) return { folder, remove };
  remove();
  return null;
}

function hasSpace(): boolean {
  // Whoever names a place for temporary files has a reason.
  if (process.env.TMPDIR !== undefined || !fs.existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = fs.statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize > MIN_FREE_BYTES && os.freemem() > MIN_MEMORY;
}

/** Tests write small programs and run them, which a container may not allow there. */
function canExecuteIn(folder: string): boolean {
  const file = path.join(folder, "program");
  fs.writeFileSync(file, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const { status } = spawnSync(file);
  fs.rmSync(file);
  return status === 0;
}

/** Removes what runs left that were killed: it would keep its memory until the machine restarts. */
function sweepLeftovers(): void {
  for (const name of fs.readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(MEMORY, name);
    // Containers may share the memory and not the numbers of processes.
    const isRecent = Date.now() - fs.statSync(folder).mtimeMs < MAX_PAUSE_MS;
    if (isRecent || fs.existsSync(`/proc/${name.slice(PREFIX.length)}`)) continue;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
