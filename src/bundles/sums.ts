import { HoldallError } from "../base/errors.ts";
import type { FileEntry, FileSet } from "../base/file-set.ts";
import { excerpt } from "../base/text/text.ts";

/** The list of every file's SHA-256, in the form that `sha256sum -c` checks. */
export const SUMS_FILE = "SHA256SUMS";
/** The signature over the list. */
export const SUMS_SIGNATURE = "SHA256SUMS.sig";

/** One file of the list. */
export interface Sum {
  readonly path: string;
  readonly sha256: string;
}

/** Whether a file belongs in the sums: all do, except the list itself and its signature. */
export function isSummed(path: string): boolean {
  return path !== SUMS_FILE && path !== SUMS_SIGNATURE;
}

/** One line of the list, its newline included, exactly as coreutils 9 writes it. */
export function formatSum({ path, sha256 }: Sum): string {
  if (!/[\\\n\r]/.test(path)) return `${sha256}  ${path}\n`;
  const escaped = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `\\${sha256}  ${escaped}\n`;
}

/** What nearly every line looks like; such a line is split at fixed offsets. */
const PLAIN_LINE = /^[0-9a-f]{64} {2}[^.\r][^\r]*$/;
const LINE = /^[ \t]*(\\?)([0-9A-Fa-f]{64}) [ *](.+)$/s;

/**
 * Reads a line without its newline: a sum, "empty" for a comment or blank line, or null when
 * malformed. Takes what `sha256sum -c` takes: either marker, capitals, a carriage return at the
 * end, names with `./`.
 */
export function parseSum(line: string): Sum | "empty" | null {
  if (PLAIN_LINE.test(line)) return { path: line.slice(66), sha256: line.slice(0, 64) };
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text === "" || text.startsWith("#")) return "empty";
  const [, isEscaped, digest = "", name = ""] = LINE.exec(text) ?? [];
  const path = isEscaped ? plainName(name) : name;
  if (!path) return null;
  return {
    path: path.startsWith("./") ? path.slice(2) : path,
    sha256: digest.toLowerCase(),
  };
}

function plainName(name: string): string | null {
  if (!/^(?:[^\\]|\\[\\nr])*$/.test(name)) return null;
  const plain: Readonly<Record<string, string>> = { "\\\\": "\\", "\\n": "\n", "\\r": "\r" };
  return name.replaceAll(/\\./g, (pair) => plain[pair] ?? pair);
}

/** The sums of every file of a set, sorted by bytes; a link or device is refused with `E_LINK`. */
export async function computeSums(files: FileSet): Promise<string> {
  const lines: string[] = [];
  for await (const entry of files.entries()) {
    if (entry.kind === "folder" || !isSummed(entry.path)) continue;
    if (entry.kind !== "file") throw notAFile(entry);
    const { sha256 } = await entry.digest();
    lines.push(formatSum({ path: entry.path, sha256 }));
  }
  return lines.join("");
}

function notAFile(entry: FileEntry): HoldallError {
  return new HoldallError(
    "E_LINK",
    `Cannot compute the sum of "${excerpt(entry.path)}": it is a link or a device`,
    {
      cure: "remove it, or replace it with a copy of the file",
    },
  );
}
