/** Folders, also of a disk that several machines see: a parcel is the bundle's own folder, as `verify` checks it. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { type FileEntry, memoryEntry } from "../../base/file-set.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { isSummed, SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { folderFiles } from "../../disk/folder.ts";
import { exists, writeAtomically, writeEntry, writeTree } from "../../disk/write-atomically.ts";
import type { Carrier, CarrierContext, Found, Parcel, Place } from "../carrier.ts";
import { listedFiles, missingFiles, readSums, readSumsSignature } from "../listed-files.ts";

const carrier: Carrier = {
  form: "a folder",
  open: (address, context) =>
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? null : folderPlace(address, context),
};

export default carrier;

function folderPlace(address: string, context: CarrierContext): Place {
  const folder = path.resolve(context.cwd, address);
  return {
    address: folder,
    name: path.basename(folder),
    look: () => look(folder, context),
    send: (parcel) => send(folder, parcel, context),
  };
}

async function look(folder: string, context: CarrierContext): Promise<Found | null> {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const files = folderFiles(folder);
  const sums = await readSums(files);
  if (sums === null) return null;
  const signature = await readSumsSignature(files);
  return {
    sums,
    signatures: signature === null ? [] : [signature],
    pinned: null,
    bytes: null,
    download: (target) => copyListed({ sums, from: folder, to: target }, context),
  };
}

interface Copy {
  readonly sums: string;
  readonly from: string;
  readonly to: string;
}

async function copyListed({ sums, from, to }: Copy, context: CarrierContext): Promise<void> {
  const source = folderFiles(from);
  let bytes = 0;
  for (const { path: name } of await missingFiles(listedFiles(sums), to)) {
    context.signal.throwIfAborted();
    const entry = await source.get(name);
    if (entry?.kind !== "file") {
      const message = `Cannot fetch "${excerpt(name)}": there is no such file in "${from}"`;
      throw new HoldallError("E_MISSING_FILE", message, { cure: "push the bundle again" });
    }
    const target = path.join(to, name);
    fs.rmSync(target, { force: true });
    await writeEntry(entry, target);
    bytes += entry.size;
    context.progress(`copied ${formatBytes(bytes)}`);
  }
}

async function send(folder: string, parcel: Parcel, context: CarrierContext) {
  const replace = exists(folder);
  if (replace) await refuseOthers(folder);
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const tree = await treeOf(parcel, context);
  const onLeftover = (place: string) => context.note(`Parts of the old one are left in ${place}`);
  await writeAtomically(folder, (temporary) => writeTree(tree, temporary), { replace, onLeftover });
  return { bytes: parcel.bytes, pinned: null };
}

/** Only a folder of listed files is replaced: somebody keeps other things in any other. */
async function refuseOthers(folder: string): Promise<void> {
  const files = folderFiles(folder);
  const sums = await readSums(files);
  const listed = new Set(sums === null ? [] : listedFiles(sums).map(({ path: name }) => name));
  for await (const entry of files.entries()) {
    const isOwn = entry.kind === "folder" || !isSummed(entry.path) || listed.has(entry.path);
    if (isOwn && sums !== null) continue;
    const state = `"${excerpt(entry.path)}" in it was not pushed there`;
    throw new HoldallError("E_PROTECTED", `Cannot replace "${folder}": ${state}`, {
      cure: isRepository(folder)
        ? `name a new folder, or for this git repository: git+${folder}#NAME`
        : "name a new folder",
    });
  }
}

function isRepository(folder: string): boolean {
  return ["", ".git"].some((name) => exists(path.join(folder, name, "HEAD")));
}

/** Everything of a parcel by path, and progress while it is read. */
async function treeOf({ files, sums, signature }: Parcel, { progress }: CarrierContext) {
  const tree = new Map<string, FileEntry>();
  let bytes = 0;
  for await (const entry of files.entries()) {
    if (entry.kind === "folder") continue;
    tree.set(entry.path, {
      path: entry.path,
      kind: entry.kind,
      mode: entry.mode,
      size: entry.size,
      digest: () => entry.digest(),
      async *read() {
        yield* entry.read();
        bytes += entry.size;
        progress(`copied ${formatBytes(bytes)}`);
      },
    });
  }
  const text = (name: string, content: string) =>
    tree.set(name, memoryEntry(name, new TextEncoder().encode(content)));
  text(SUMS_FILE, sums);
  if (signature !== null) text(SUMS_SIGNATURE, signature);
  return tree;
}
