import { authorization, parse, send } from "../../api.ts";
import type { BundleCheck } from "./bundle-data.ts";

/** A file or a folder that was dropped or chosen. */
export interface ChosenBundle {
  readonly name: string;
  /** The files by their path in it; a single file has the name itself. */
  readonly files: readonly { readonly path: string; readonly file: File }[];
}

/** The most that a folder may have, as the server takes it. */
const MAX_FILES = 10_000;

/** Sends a bundle to the server of this machine, which checks it and keeps nothing. */
export async function checkBundle(bundle: ChosenBundle, signal: AbortSignal): Promise<BundleCheck> {
  const [only] = bundle.files;
  const isFile = bundle.files.length === 1 && only !== undefined && only.path === bundle.name;
  const response = await send(`/api/v1/bundle/check?name=${encodeURIComponent(bundle.name)}`, {
    method: "POST",
    headers: {
      ...authorization(),
      "content-type": isFile ? "application/octet-stream" : "application/json",
      accept: "application/json",
    },
    body: isFile ? only.file : JSON.stringify({ files: await filesOf(bundle) }),
    signal,
  });
  return parse(await response.text()) as BundleCheck;
}

async function filesOf({ files }: ChosenBundle): Promise<Record<string, { base64: string }>> {
  const read: Record<string, { base64: string }> = {};
  for (const { path, file } of files.slice(0, MAX_FILES))
    read[path] = { base64: await encode(file) };
  return read;
}

/** The bytes of a file as base64, in pieces that fit the stack. */
async function encode(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** What was dropped: files as they are, folders with all that is in them. */
export async function droppedBundles(
  items: DataTransferItemList,
): Promise<readonly ChosenBundle[]> {
  // The list is emptied when the event ends: everything is taken from it first.
  const entries = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry === null ? [] : [entry];
  });
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.name,
      files: await filesBelow(entry, entry.name),
    })),
  );
}

type Files = ChosenBundle["files"];

async function filesBelow(entry: FileSystemEntry, path: string): Promise<Files> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const found: Files[number][] = [];
  for (const member of await membersOf(entry)) {
    const below = await filesBelow(member, member.name);
    const isLeaf = member.isFile;
    found.push(
      ...below.map((one) => (isLeaf ? one : { ...one, path: `${member.name}/${one.path}` })),
    );
    if (found.length > MAX_FILES) break;
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A browser lists a folder in parts, until one is empty. */
async function membersOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const members: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return members;
    members.push(...part);
  }
}
