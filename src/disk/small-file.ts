import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";

/** Reads a small text file that the user named: a key, an identity, a list of signers. */
export function readSmallFile(
  cwd: string,
  file: string,
  { what, maxBytes }: { readonly what: string; readonly maxBytes: number },
): { readonly text: string; readonly path: string } {
  const absolute = path.resolve(cwd, file);
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    throw new HoldallError("E_NOT_FOUND", `Cannot read ${what} "${file}": there is no such file`);
  }
  if (stat.size > maxBytes) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot read ${what} "${file}": ${stat.size} bytes, limit ${maxBytes}`,
    );
  }
  return { text: fs.readFileSync(absolute, "utf8"), path: absolute };
}

/** Whether a file begins with some bytes. */
export function startsWith(file: string, magic: Uint8Array): boolean {
  const descriptor = fs.openSync(file, "r");
  try {
    const start = Buffer.alloc(magic.length);
    return (
      fs.readSync(descriptor, start, 0, start.length, 0) === start.length && start.equals(magic)
    );
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The first bytes of a gzip file. */
export const GZIP_MAGIC = Uint8Array.of(0x1f, 0x8b);
/** The first bytes of a sealed file. */
export const AGE_MAGIC = new TextEncoder().encode("age-encryption.org/v1\n");
