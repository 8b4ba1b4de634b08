import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import { ioError } from "./io-error.ts";
import { requireFile } from "./require-file.ts";

/** Reads a small text file that the user gave: a key, an identity, a list of signers. */
export function readSmallFile(
  cwd: string,
  file: string,
  { what, maxBytes }: { readonly what: string; readonly maxBytes: number },
): { readonly text: string; readonly path: string } {
  const absolute = path.resolve(cwd, file);
  const doing = `read ${what}`;
  const { size } = requireFile({ absolute, typed: file, doing });
  if (size > maxBytes) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot ${doing} "${file}": it has ${formatCount(size, "byte")}, limit ${formatNumber(maxBytes)}`,
    );
  }
  try {
    return { text: fs.readFileSync(absolute, "utf8"), path: absolute };
  } catch (cause) {
    throw ioError(cause, `${doing} "${file}"`);
  }
}

/** Whether a file has these bytes at its beginning, or at another offset. */
export function fileStartsWith(file: string, magic: Uint8Array, at = 0): boolean {
  const descriptor = open(file);
  try {
    const start = Buffer.alloc(magic.length);
    return (
      fs.readSync(descriptor, start, 0, start.length, at) === start.length && start.equals(magic)
    );
  } finally {
    fs.closeSync(descriptor);
  }
}

function open(file: string): number {
  try {
    return fs.openSync(file, "r");
  } catch (cause) {
    throw ioError(cause, `read "${file}"`);
  }
}

/** The first bytes of a gzip file. */
export const GZIP_MAGIC = Uint8Array.of(0x1f, 0x8b);
/** The first bytes of a sealed file. */
export const AGE_MAGIC = new TextEncoder().encode("age-encryption.org/v1\n");
/** The first bytes of an xz file. */
export const XZ_MAGIC = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00);
/** The first bytes of a zip file. */
export const ZIP_MAGIC = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
/** The first bytes of a zstd file. */
export const ZSTD_MAGIC = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
/** What the first header of a tar file contains at `TAR_MAGIC_AT`. */
export const TAR_MAGIC = new TextEncoder().encode("ustar");
/** Offset of `TAR_MAGIC`. */
export const TAR_MAGIC_AT = 257;
