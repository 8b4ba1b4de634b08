import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { compareBytes, type FileSet } from "../../../base/file-set.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { toIoError } from "../../../disk/io-error.ts";
import { requirePath } from "../../../disk/require-file.ts";
import { integer } from "../../../runtime/integer.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type ReportError, reportError } from "../../report/report-row.ts";

/** Input keys of every command that looks at a folder of task bundles. */
export const collectionInput = {
  root: z.string().describe("Folder with task bundles").meta({ path: true, address: true }),
  depth: integer(0).max(20).default(1).describe("How many folders deep to look for bundles"),
  "absolute-paths": z
    .boolean()
    .default(false)
    .describe("Write absolute paths instead of paths relative to the folder")
    .meta({ by: "person" }),
  "relative-paths": z
    .boolean()
    .default(true)
    .describe("Write paths relative to the folder")
    .meta({ by: "person" }),
  "keep-going": z
    .boolean()
    .default(true)
    .describe("List bundles that cannot be read, and report the others")
    .meta({ by: "person" }),
  "no-keep-going": z
    .boolean()
    .default(false)
    .describe("Stop at the first bundle that cannot be read")
    .meta({ by: "person" }),
  strict: z.boolean().default(false).describe("Exit with 1 when a bundle cannot be read"),
};

/** The task bundles of folders, and those that could not be read. */
export interface Collection<Row> {
  /** Where the paths of the rows begin: the folder, or the one that all folders are in. */
  readonly folder: string;
  readonly rootDir: string;
  readonly rows: readonly Row[];
  readonly errors: readonly ReportError[];
}

/** The parsed form of the keys in `collectionInput`. */
export interface CollectionInput {
  readonly root: string;
  /** More folders. */
  readonly others?: readonly string[];
  readonly depth: number;
  readonly "absolute-paths": boolean;
  readonly "relative-paths": boolean;
  readonly "keep-going": boolean;
  readonly "no-keep-going": boolean;
}

const INDEX = "bundle.json";
const SKIPPED = new Set([".git", "node_modules"]);

/** Reads a row from the files of one bundle; `shown` is its path for people, `folder` where it is. */
type ReadRow<Row> = (files: FileSet, shown: string, folder: string) => Promise<Row>;

/** Reads every task bundle in some folders, one after the other: only a small row of each is kept. */
export async function readCollection<Row>(
  context: OperationContext,
  input: CollectionInput,
  readRow: ReadRow<Row>,
): Promise<Collection<Row>> {
  const { root, others = [], depth } = input;
  const isAbsolute = input["absolute-paths"] || !input["relative-paths"];
  const stops = input["no-keep-going"] || !input["keep-going"];
  const roots = [root, ...others].map((typed) => {
    const absolute = path.resolve(context.cwd, typed);
    requirePath({ absolute, typed, doing: "read" });
    return absolute;
  });
  const base = commonFolder(roots);
  const rows: Row[] = [];
  const errors: ReportError[] = [];
  const found = roots.flatMap((each) => [...bundleFolders(each, depth)]);
  for (const { folder, cause } of new Map(found.map((each) => [each.folder, each])).values()) {
    if (cause !== undefined && folder === base) throw toIoError(cause, `read "${root}"`);
    const relative = path.relative(base, folder).split(path.sep).join("/") || ".";
    const shown = isAbsolute ? folder : relative;
    try {
      if (cause !== undefined) throw cause;
      rows.push(await readRow(folderFiles(folder), shown, folder));
    } catch (error) {
      const unread = reportError(shown, toIoError(error, "read the bundle"));
      if (stops) throw unreadable(unread);
      errors.push(unread);
    }
    if ((rows.length + errors.length) % 50 === 0) context.progress(`read ${rows.length} bundles`);
  }
  return { folder: base, rootDir: isAbsolute ? base : ".", rows, errors };
}

/** The innermost folder that some paths are in; of one path, that path. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  let folder = first;
  for (const other of others) {
    while (path.relative(folder, other).startsWith("..")) folder = path.dirname(folder);
  }
  return folder;
}

function unreadable({ path: where, reason }: ReportError): HoldallError {
  const state = reason.replace(/^Cannot read the bundle: /, "");
  return new HoldallError("E_FORMAT", `Cannot read the bundle "${where}": ${state}`);
}

/** A folder with a `bundle.json`, or one that cannot be looked into. */
interface FoundFolder {
  readonly folder: string;
  /** Why it cannot be looked into. */
  readonly cause?: unknown;
}

/** Folders with a `bundle.json`, by name; links are not followed, and no bundle is looked into. */
export function* bundleFolders(folder: string, depth: number): Generator<FoundFolder> {
  let names: readonly string[];
  try {
    if (fs.lstatSync(path.join(folder, INDEX), { throwIfNoEntry: false }) !== undefined) {
      yield { folder };
      return;
    }
    names = depth === 0 ? [] : foldersIn(folder);
  } catch (cause) {
    yield { folder, cause };
    return;
  }
  for (const name of names) yield* bundleFolders(path.join(folder, name), depth - 1);
}

function foldersIn(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .map(({ name }) => name)
    .sort(compareBytes);
}
