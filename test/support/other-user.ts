import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A user of this machine, as a child process takes one. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = process.getuid?.() === 0;

/**
 * Whom permissions stop: nobody where tests run as root, whom none stops and as whom PostgreSQL does
 * not start; otherwise the user that runs the tests, for whom a child needs no option.
 */
export function otherUser(): User | Record<string, never> {
  return isRoot ? { uid: idOfNobody("-u"), gid: idOfNobody("-g") } : {};
}

function idOfNobody(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}

/** A folder for temporary files that the other user can enter too. */
export function reachableTmp(): string {
  return [os.tmpdir(), "/tmp", "/var/tmp"].find(canReach) ?? os.tmpdir();
}

/** Whether the other user may enter every folder on the way to a path, and read what is there. */
function canReach(location: string): boolean {
  if (!isRoot) return true;
  const real = fs.realpathSync(location);
  if ((fs.statSync(real).mode & 0o005) !== 0o005) return false;
  for (let folder = path.dirname(real); ; folder = path.dirname(folder)) {
    if ((fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** The variable that names the folder in which the test files of one run share what is costly. */
export const SHARED_FOLDER = "HOLDALL_TEST_FOLDER";

/**
 * A folder, or a copy of some parts of it where the other user can reach them: root's own folders are
 * closed to others. The copy is made once per run when a run shares a folder, else once per process.
 */
export function reachable(folder: string, parts: readonly string[]): string {
  if (canReach(folder)) return folder;
  const copies = path.join(sharedFolder(), "copies");
  const copy = path.join(copies, path.resolve(folder).replaceAll(path.sep, "+"));
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(copies, { recursive: true });
  const draft = fs.mkdtempSync(`${copy}.`);
  for (const part of parts) copyOpen(path.join(folder, part), path.join(draft, part));
  fs.chmodSync(draft, 0o755);
  try {
    fs.renameSync(draft, copy);
  } catch {
    fs.rmSync(draft, { recursive: true, force: true }); // Another test file was faster.
  }
  return copy;
}

/** Copies a file or a folder so that everybody may read it, however closed the original is. */
function copyOpen(from: string, to: string): void {
  fs.cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: fs.constants.COPYFILE_FICLONE,
  });
  const inside = fs.statSync(to).isDirectory() ? fs.readdirSync(to, { recursive: true }) : [];
  for (const name of ["", ...inside.map(String)]) {
    const copied = path.join(to, name);
    const { mode } = fs.statSync(copied);
    fs.chmodSync(copied, mode | 0o444 | ((mode & 0o100) === 0 ? 0 : 0o111));
  }
}

let ownFolder: string | null = null;

function sharedFolder(): string {
  const shared = process.env[SHARED_FOLDER];
  if (shared !== undefined) return shared;
  if (ownFolder !== null) return ownFolder;
  const folder = createSharedFolder();
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  ownFolder = folder;
  return folder;
}

/** Makes a folder that the other user can enter; whoever makes it removes it. */
export function createSharedFolder(): string {
  const folder = fs.mkdtempSync(path.join(reachableTmp(), "holdall-run-"));
  fs.chmodSync(folder, 0o755);
  return folder;
}
