import fs from "node:fs";
import path from "node:path";
import { chainFolder } from "../backup/layout.ts";
import { isObject } from "../base/json/value.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFolders, replaceFile } from "../durable/files.ts";

const CHECKED = "checked.json";

/** Notes that a machine looked for changes, also when there were none. */
export function noteCheck(folder: string, chain: string, at: string): void {
  const target = path.join(chainFolder(folder, chain), CHECKED);
  createFolders(path.dirname(target), 0o700);
  replaceFile(target, `${JSON.stringify({ at })}\n`, {
    mode: 0o600,
    temporary: temporaryBeside(target),
  });
}

/** When a machine last looked for changes; null where that is not known. */
export function readCheck(folder: string, chain: string): string | null {
  const file = path.join(chainFolder(folder, chain), CHECKED);
  try {
    const stats = fs.lstatSync(file);
    const value: unknown =
      stats.isFile() && stats.size < 1000 ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
    return isObject(value) && typeof value.at === "string" ? value.at : null;
  } catch {
    return null; // It is no part of the chain: without it, the time of the last run counts.
  }
}
