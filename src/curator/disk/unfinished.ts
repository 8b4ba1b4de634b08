/** Marks of refreshes whose files are not all written, in the folder for locks and staging. */

import fs from "node:fs";
import path from "node:path";
import { randomKey } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { replaceOwnFile } from "../../disk/replace-text-file.ts";
import { proofOf, type UnfinishedMark } from "../bundle/unfinished.ts";
import { readOwnJson } from "./own-files.ts";

const NAME = /^unfinished-[0-9a-f]{16}\.json$/;
const SECRET_BYTES = 32;

/** Leaves a mark before a refresh is recorded. */
export function markUnfinished(
  folder: string,
  { before, after }: Omit<UnfinishedMark, "secret">,
): UnfinishedMark {
  const secret = Buffer.from(randomKey(SECRET_BYTES)).toString("hex");
  const mark = { secret, before, after };
  replaceOwnFile(markFile(folder, mark), JSON.stringify(mark));
  return mark;
}

/** Removes the mark of a refresh that was not recorded. */
export function unmark(folder: string, mark: UnfinishedMark): void {
  fs.rmSync(markFile(folder, mark), { force: true });
}

/** Removes every mark: the files are written. */
export function clearMarks(folder: string): void {
  for (const name of markNames(folder)) fs.rmSync(path.join(folder, name), { force: true });
}

/** The marks that lie in the folder. */
export function readMarksIn(folder: string): readonly UnfinishedMark[] {
  return markNames(folder).flatMap((name): UnfinishedMark[] => {
    const value = readOwnJson(path.join(folder, name));
    if (!isObject(value)) return [];
    const { secret, before, after } = value;
    if (typeof secret !== "string" || typeof after !== "string") return [];
    return [{ secret, after, before: typeof before === "string" ? before : null }];
  });
}

/** Its name is made of the proof, so that refreshes which were killed one after the other keep their marks. */
function markFile(folder: string, mark: UnfinishedMark): string {
  return path.join(folder, `unfinished-${proofOf(mark).slice(0, 16)}.json`);
}

function markNames(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).filter((name) => NAME.test(name));
}
