import type { FileEntry } from "../base/file-set.ts";
import { isCompanionFile } from "../formats/companion-files.ts";
import { MIRROR } from "../formats/state-mirror.ts";
import type { ValidReading } from "./read-bundle.ts";

/**
 * The first path that is not part of a bundle: not one of its format's own files, not listed by its
 * index, and not a companion file. Null when everything belongs to the bundle and the bundle is at the
 * root of its files. Called before a bundle is replaced, so that nothing else is deleted with it.
 */
export async function findForeignPath({ files, format, findings, model }: ValidReading) {
  const own = format.files.map((name) => name.replace(/\/$/, ""));
  const list = findings.list();
  const unlisted = new Set(list.flatMap((each) => (each.code === "W_EXTRA_FILE" ? each.file : [])));
  let isCertain = false;
  let first: string | null = null;
  let empty: string | null = null;
  for await (const entry of files.entries()) {
    const { path, kind } = entry;
    if (empty !== null && !isWithin(path, empty)) return empty;
    first ??= path;
    isCertain ||= own.includes(path);
    const isKnown = own.some((name) => isWithin(path, name) || isWithin(name, path));
    if (unlisted.has(path)) return path;
    if (isKnown || isCompanionFile(path)) continue;
    // A handoff adds this rendering to every state; one with another text was written by somebody.
    if (path === MIRROR && format.state && (await hasText(entry, format.render(model)))) continue;
    // A state format has a fixed list of files; readers of the other formats report unlisted ones.
    if (format.state) return path;
    empty = kind === "folder" ? path : null;
  }
  isCertain &&= !list.some(({ code }) => code === "W_MORE");
  return empty ?? (isCertain ? null : first);
}

/** Sizes first: most files that differ are recognised without being read. */
async function hasText(entry: FileEntry, text: string): Promise<boolean> {
  const expected = new TextEncoder().encode(text);
  if (entry.kind !== "file" || entry.size !== expected.length) return false;
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces).equals(expected);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
