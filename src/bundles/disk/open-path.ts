/**
 * Opens whatever a user calls a bundle: a folder, an archive, a single file. An archive is unpacked
 * into a private temporary folder first, because most readers need several passes. What is no
 * bundle by itself (sealed, xz, a zip without a task bundle) is recognised by its first bytes and refused with the command
 * that helps.
 */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { batchesOf, type FileSet } from "../../base/file-set.ts";
import { folderFiles, singleFile } from "../../disk/folder.ts";
import { requirePath } from "../../disk/require-file.ts";
import {
  AGE_MAGIC,
  fileStartsWith,
  GZIP_MAGIC,
  TAR_MAGIC,
  TAR_MAGIC_AT,
  XZ_MAGIC,
  ZIP_MAGIC,
  ZSTD_MAGIC,
} from "../../disk/small-file.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { type Limits, limitsByFormat, widestLimits } from "../../formats/limits.ts";
import { chosenLimits, type LimitsInput } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { isInWorkspace } from "../../runtime/workspace-paths.ts";
import { isArchiveName } from "../archive-name.ts";
import { resolveFormatName } from "../detect.ts";
import { type BundleReading, readBundle } from "../read-bundle.ts";
import { checkUnpacked, type Unpacked } from "./check-unpacked.ts";
import { isTaskZip, unzip } from "./task-zip.ts";

/** Input keys of every operation that reads a bundle. */
export const readingInput = {
  profile: z
    .enum(["strict", "lenient"])
    .optional()
    .describe("How to treat what the format forbids"),
  as: z
    .string()
    .optional()
    .describe("Read as this format instead of detecting it")
    .meta({ placeholder: "FORMAT", completes: "format" }),
  limit: z
    .array(z.string())
    .optional()
    .describe("Override a limit, as name=number (see docs/formats/limits.md)")
    .meta({ placeholder: "NAME=NUMBER", by: "person" }),
};

/** A bundle on this machine, with its files, unpacked if necessary. */
export interface OpenedPath {
  readonly files: FileSet;
  readonly container: "folder" | "archive" | "file";
  readonly absolute: string;
  /** The folder that the files are in; of an archive a temporary one. */
  readonly root: string;
  /** What came out of an archive; null for what was never packed. */
  readonly unpacked: Unpacked | null;
}

/** Opens a folder, a `.tar.gz` or a single file as a file set. */
export async function openPath(
  context: OperationContext,
  location: string,
  limits: Partial<Limits>,
  input: Pick<ReadingInput, "as"> = {},
): Promise<OpenedPath> {
  // An empty argument is an unset variable; it must not mean the current folder.
  if (location === "") throw new HoldallError("E_USAGE", "Cannot read: the path is empty");
  const absolute = path.resolve(context.cwd, location);
  const stat = requirePath({ absolute, typed: location, doing: "read" });
  const unpacked = null;
  if (stat.isDirectory()) {
    const files = folderFor(context, absolute);
    return { files, container: "folder", absolute, root: absolute, unpacked };
  }
  const isZip = await isTaskZip(absolute, input.as);
  if (!isZip) refuseUnsupported(absolute, location);
  const isArchive = isZip || isArchiveName(absolute) || fileStartsWith(absolute, GZIP_MAGIC);
  if (!isArchive) {
    const root = path.dirname(absolute);
    return { files: singleFile(absolute), container: "file", absolute, root, unpacked };
  }
  context.progress(`unpacking ${path.basename(absolute)}`);
  const { root, result } = await unpackAside(absolute, limits, { ...input, isZip });
  return {
    files: folderFor(context, root),
    container: "archive",
    absolute,
    root,
    unpacked: { ...result, packedBytes: stat.size },
  };
}

/** Unpacks an archive into a folder that only this user can enter; files leave it through checks of their own. */
async function unpackAside(
  absolute: string,
  limits: Partial<Limits>,
  input: Pick<ReadingInput, "as"> & { readonly isZip: boolean },
) {
  const folder = path.join(createTemporaryFolder(), "unpacked");
  const { bundleRoot, unpackArchive } = await import("../../disk/unpack.ts");
  const check = earlyLimitCheck(input, limits);
  const onlyRead = true;
  const result = input.isZip
    ? await unzip(absolute, folder, { ...limitsByFormat["task-bundle"], ...limits }, { onlyRead })
    : await unpackArchive(absolute, folder, { ...widestLimits, ...limits }, { check, onlyRead });
  return { root: bundleRoot(folder, result), result };
}

/** Compares an archive with its format's limits before anything of it is written. */
export function earlyLimitCheck({ as }: Pick<ReadingInput, "as">, changed: Partial<Limits>) {
  return async (chunks: AsyncIterable<Uint8Array>, packedBytes: number): Promise<void> => {
    const format = as === undefined ? null : resolveFormatName(as);
    const { checkArchiveLimits } = await import("../archive-limits.ts");
    await checkArchiveLimits(chunks, { packedBytes, as: format, changed });
  };
}

/** A folder's files; every pass over many of them shows on the surface. */
function folderFor(context: OperationContext, folder: string): FileSet {
  const files = folderFiles(folder, (count) => context.progress(`read ${count} files`));
  // A model may name a folder that contains a workspace, but must not read the workspace itself.
  return context.roots === null ? files : withoutWorkspaces(files);
}

function withoutWorkspaces(files: FileSet): FileSet {
  const isOpen = ({ path: name }: { readonly path: string }) => !isInWorkspace(name);
  return {
    async *entries() {
      for await (const entry of files.entries()) if (isOpen(entry)) yield entry;
    },
    async *batches() {
      for await (const batch of batchesOf(files)) yield batch.filter(isOpen);
    },
    get: async (name) => (isInWorkspace(name) ? null : files.get(name)),
  };
}

/** Files that people mistake for bundles, recognised by their first bytes. */
const unsupportedFiles: readonly (readonly [Uint8Array, string, string])[] = [
  [AGE_MAGIC, "it is sealed", "open it first with `holdall open`"],
  [XZ_MAGIC, "it is compressed with xz", "only .tar.gz is read: unpack it, then `holdall pack`"],
  [ZIP_MAGIC, "it is a zip file without a task bundle", "unpack it, then `holdall pack`"],
  [
    ZSTD_MAGIC,
    "it is compressed with zstd",
    "only .tar.gz is read: unpack it, then `holdall pack`",
  ],
];

function refuseUnsupported(absolute: string, location: string): void {
  const known = unsupportedFiles.find(([magic]) => fileStartsWith(absolute, magic));
  const tar = fileStartsWith(absolute, TAR_MAGIC, TAR_MAGIC_AT)
    ? (["it is a tar that is not compressed", "compress it with gzip first"] as const)
    : null;
  const [state, cure] = known?.slice(1) ?? tar ?? [];
  if (state === undefined) return;
  throw new HoldallError("E_FORMAT", `Cannot read "${location}": ${state}`, { cure: String(cure) });
}

/** The parsed form of the keys in `readingInput`. */
export type ReadingInput = LimitsInput & {
  readonly profile?: "strict" | "lenient" | undefined;
  readonly as?: string | undefined;
};

/** How an operation reads a bundle, besides the user's options. */
interface ReadingDefaults {
  readonly profile: "strict" | "lenient";
  readonly level: "records" | "files" | "full";
  readonly signers?: string | null;
  readonly isForChecking?: boolean;
}

/** Limits that differ from those of the formats. */
interface WithLimits {
  readonly limits: Partial<Limits>;
}

/** Opens and reads a bundle; returns the limits as well, for whatever is written from it. */
export async function readPath(
  context: OperationContext,
  location: string,
  input: ReadingInput,
  defaults: ReadingDefaults,
): Promise<BundleReading & OpenedPath & WithLimits> {
  const limits = await chosenLimits(context, input);
  // A mistyped format is reported before an archive is unpacked.
  if (input.as !== undefined) resolveFormatName(input.as);
  const opened = await openPath(context, location, limits, input);
  const reading = await readFiles(context, opened.files, input, { ...defaults, limits });
  if (opened.unpacked) checkUnpacked(opened.unpacked, reading, limits);
  return { ...opened, ...reading, limits };
}

/** Reads a bundle whose files are open already. */
export function readFiles(
  context: Pick<OperationContext, "now">,
  files: FileSet,
  input: Omit<ReadingInput, keyof LimitsInput>,
  defaults: ReadingDefaults & WithLimits,
): Promise<BundleReading> {
  return readBundle(files, {
    as: input.as === undefined ? null : resolveFormatName(input.as),
    limits: defaults.limits,
    level: defaults.level,
    profile: input.profile ?? defaults.profile,
    signers: defaults.signers ?? null,
    isForChecking: defaults.isForChecking ?? false,
    now: context.now(),
  });
}
