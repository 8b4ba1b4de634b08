/**
 * A bundle inside a call or its result, for callers without a common disk. Bounded to 1 MiB,
 * because both sides keep it in memory and a model pays for every token of it.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { type FileSet, type FileTree, memoryFiles, treeFiles } from "../../base/file-set.ts";
import { pathFault } from "../../base/paths.ts";
import { decodeUtf8, excerpt, readBytes } from "../../base/text/text.ts";

/** Bytes of a bundle inside a call or its result. */
const MAX_BYTES = 1024 * 1024;

/** The files of a bundle by path, in a call or its result: text, or base64 where it is none. */
export const inlineFilesSchema = () =>
  z.record(z.string(), z.union([z.string(), z.object({ base64: z.base64() })]));

/** The files of a bundle by path, in a call or its result. */
export type InlineFiles = z.infer<ReturnType<typeof inlineFilesSchema>>;

/** The files of a bundle as a result gives them. */
export async function toInline(tree: FileTree): Promise<InlineFiles> {
  const files: InlineFiles = {};
  let size = 0;
  for await (const entry of treeFiles(tree).entries()) {
    const bytes = await readBytes(entry, MAX_BYTES);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge("return", "name a folder or a .tar.gz with --out");
    files[entry.path] = decodeUtf8(bytes) ?? { base64: Buffer.from(bytes).toString("base64") };
  }
  return files;
}

/** The files of a bundle that a call gives. */
export function fromInline(inline: InlineFiles): FileSet {
  const files: Record<string, Uint8Array> = {};
  let size = 0;
  for (const [path, content] of Object.entries(inline)) {
    const fault = pathFault(path);
    if (fault !== null) {
      throw new HoldallError("E_PATH", `Cannot read "${excerpt(path, 80)}": the path ${fault}`);
    }
    const bytes =
      typeof content === "string" ? Buffer.from(content) : Buffer.from(content.base64, "base64");
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge("read", "put it into a folder and name its path");
    Object.defineProperty(files, path, { value: bytes, enumerable: true });
  }
  return memoryFiles(files);
}

function tooLarge(doing: string, cure: string): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot ${doing} the bundle: more than ${MAX_BYTES} bytes`, {
    cure,
  });
}
