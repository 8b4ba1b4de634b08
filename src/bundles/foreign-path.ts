import type { FileEntry } from "../base/file-set.ts";
import { isCompanionFile } from "../formats/companion-files.ts";
import { MIRROR } from "../formats/state-mirror.ts";
import type { SoundReading } from "./read-bundle.ts";

/**
 * The first path that does not belong to a bundle: neither its format's own, nor listed by its index,
 * nor one of those that travel beside any format. Null when all belongs to it and it stands at the
 * root of its files. Whoever removes a bundle asks this first.
 */
export async function foreignPath({ files, format, findings, model }: SoundReading) {
  const own = format.files.map((name) => name.replace(/\/$/, ""));
  const said = findings.list();
  const unlisted = new Set(said.flatMap((each) => (each.code === "W_EXTRA_FILE" ? each.file : [])));
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
    // A handoff puts one beside every state; one that says something else is somebody's.
    if (path === MIRROR && format.state && (await says(entry, format.render(model)))) continue;
    // A state is its format's files alone; the readers of other formats report what no index lists.
    if (format.state) return path;
    empty = kind === "folder" ? path : null;
  }
  isCertain &&= !said.some(({ code }) => code === "W_MORE");
  return empty ?? (isCertain ? null : first);
}

async function says(entry: FileEntry, text: string): Promise<boolean> {
  const expected = new TextEncoder().encode(text);
  if (entry.kind !== "file" || entry.size !== expected.length) return false;
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces).equals(expected);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
