import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { compareBytes } from "../../../base/file-set.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { toIoError } from "../../../disk/io-error.ts";
import { requirePath } from "../../../disk/require-file.ts";
import {
  type ReportError,
  type ReportRow,
  readReportRow,
  reportError,
} from "../../../tasks/report/report-row.ts";
import { integer } from "../../operation/integer.ts";
import type { OperationContext } from "../../operation/operation.ts";

/** Input keys of every command that looks at a folder of task bundles. */
export const collectionInput = {
  root: z.string().describe("Folder with task bundles").meta({ path: true }),
  depth: integer(0).max(20).default(1).describe("How many folders deep to look for bundles"),
  "absolute-paths": z
    .boolean()
    .default(false)
    .describe("Write absolute paths instead of paths relative to the folder")
    .meta({ by: "person" }),
  strict: z.boolean().default(false).describe("Exit with 1 when a bundle cannot be read"),
};

/** The task bundles of a folder, and those that could not be read. */
export interface Collection {
  readonly rootDir: string;
  readonly rows: readonly ReportRow[];
  readonly errors: readonly ReportError[];
}

/** The parsed form of the keys in `collectionInput`. */
interface CollectionInput {
  readonly root: string;
  readonly depth: number;
  readonly "absolute-paths": boolean;
}

const INDEX = "bundle.json";
const SKIPPED = new Set([".git", "node_modules"]);

/** Reads every task bundle in a folder, one after the other: only a small row of each is kept. */
export async function readCollection(
  context: OperationContext,
  { root, depth, "absolute-paths": isAbsolute }: CollectionInput,
): Promise<Collection> {
  const absolute = path.resolve(context.cwd, root);
  requirePath({ absolute, typed: root, doing: "read" });
  const rows: ReportRow[] = [];
  const errors: ReportError[] = [];
  for (const folder of bundleFolders(absolute, depth)) {
    const relative = path.relative(absolute, folder).split(path.sep).join("/") || ".";
    const shown = isAbsolute ? folder : relative;
    try {
      rows.push(await readReportRow(folderFiles(folder), shown));
    } catch (error) {
      errors.push(reportError(shown, toIoError(error, "read the bundle")));
    }
    if ((rows.length + errors.length) % 50 === 0) context.progress(`read ${rows.length} bundles`);
  }
  return { rootDir: isAbsolute ? absolute : ".", rows, errors };
}

/** Folders with a `bundle.json`, by name; links are not followed, and no bundle is looked into. */
function* bundleFolders(folder: string, depth: number): Generator<string> {
  if (fs.lstatSync(path.join(folder, INDEX), { throwIfNoEntry: false }) !== undefined) {
    yield folder;
    return;
  }
  if (depth === 0) return;
  const names = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .map(({ name }) => name);
  for (const name of names.sort(compareBytes)) {
    yield* bundleFolders(path.join(folder, name), depth - 1);
  }
}
