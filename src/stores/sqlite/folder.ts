import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { randomName } from "../../base/hash.ts";
import { createFile, createFolders } from "../../durable/files.ts";

/** The database inside a workspace's folder. */
export const DATABASE = "ledger.sqlite";

/**
 * Files that an interrupted `init` may have left. A folder with only these is not yet a workspace,
 * and safe to use.
 */
const INIT_LEFTOVERS = new Set([
  ".gitignore",
  "blobs",
  "tmp",
  `${DATABASE}-journal`,
  `${DATABASE}-wal`,
  `${DATABASE}-shm`,
]);

/** Whether a folder is a workspace. */
export function isWorkspace(folder: string): boolean {
  return fs.statSync(path.join(folder, DATABASE), { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * Refuses a folder with a link directly in it. A workspace may come with a project, from anyone: SQLite and
 * the program would write through the link.
 */
export function requireNoLinks(folder: string): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link === undefined) return;
  throw new HoldallError(
    "E_LINK",
    `Cannot use the workspace "${folder}": "${link.name}" is a link`,
    {
      cure: "remove the link; the folder of the workspace itself may be one",
    },
  );
}

/**
 * Creates a workspace's folder, readable by its owner only. The `.gitignore` keeps it out of
 * commits.
 */
export function createFolder(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })) requireEmptyOrOwn(folder);
  createFolders(path.join(folder, "blobs"), 0o700);
  createFolders(path.join(folder, "tmp"), 0o700);
  const temporary = path.join(folder, "tmp", randomName());
  createFile(path.join(folder, ".gitignore"), "*\n", { mode: 0o600, temporary });
  // Created here for its mode, which SQLite copies to the files beside it. SQLite syncs the folder.
  fs.writeFileSync(path.join(folder, DATABASE), "", { mode: 0o600, flag: "a" });
}

function requireEmptyOrOwn(folder: string): void {
  const isFolder = fs.statSync(folder).isDirectory();
  if (isFolder && fs.readdirSync(folder).every((name) => INIT_LEFTOVERS.has(name))) {
    requireNoLinks(folder);
    return;
  }
  const state = isFolder ? "the folder contains other files" : "a file with that name exists";
  throw new HoldallError("E_EXISTS", `Cannot create a workspace in "${folder}": ${state}`, {
    cure: "choose a new or empty folder",
  });
}

/** Copies of the database that were saved before it was changed: `ledger.sqlite.before-schema-2`. */
export function listCopies(folder: string): readonly string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(`${DATABASE}.`))
    .map((name) => path.join(folder, name));
}

/** Lets only the owner read the copies; earlier versions created them as the process creates any file. */
export function restrictCopies(folder: string): void {
  for (const copy of listCopies(folder)) {
    const mode = fs.lstatSync(copy, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) !== 0) fs.chmodSync(copy, 0o600);
  }
}

/** Bytes of everything below a folder. */
export function sizeOfFolder(folder: string): number {
  let total = 0;
  for (const found of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!found.isFile()) continue;
    const file = path.join(found.parentPath, found.name);
    total += fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }
  return total;
}
