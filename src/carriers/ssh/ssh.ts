/**
 * A folder of another machine, by the user's own `sftp`. Files are sent into a folder beside the target, whose name
 * follows from the list of sums: an interrupted push goes on there. It is renamed when all of them are there.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { randomName, sha256 } from "../../base/hash.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { createSftp, quoted, type Sftp } from "../../programs/ssh/sftp.ts";
import { parseSshPlace, type SshPlace } from "../../programs/ssh/ssh-place.ts";
import type { Carrier, CarrierContext, Found, Parcel, Place, Sent } from "../carrier.ts";
import {
  listedFiles,
  MAX_SIGNATURE_BYTES,
  MAX_SUMS_BYTES,
  missingFiles,
  requireFetched,
} from "../listed-files.ts";

const { posix } = path;

const carrier: Carrier = {
  form: "ssh://HOST/FOLDER",
  open(address, context) {
    if (!address.startsWith("ssh://")) return null;
    const place = parseSshPlace(trimEndOf(address, "/"), "use");
    return place === null ? null : sshPlace(address, place, context);
  },
};

export default carrier;

/** A folder there, and the connection to it. */
interface Remote {
  readonly sftp: Sftp;
  readonly folder: string;
  readonly context: CarrierContext;
}

function sshPlace(address: string, place: SshPlace, context: CarrierContext): Place {
  const remote: Remote = { sftp: createSftp(place, context), folder: place.folder, context };
  return {
    address,
    name: posix.basename(place.folder),
    look: () => look(remote),
    send: (parcel) => send(remote, parcel),
  };
}

async function look(remote: Remote): Promise<Found | null> {
  const there = await sizesIn(remote, [remote.folder]);
  const size = there.get(posix.join(remote.folder, SUMS_FILE));
  if (size === undefined) return null;
  const signed = there.get(posix.join(remote.folder, SUMS_SIGNATURE));
  requireSmall(SUMS_FILE, size, MAX_SUMS_BYTES);
  if (signed !== undefined) requireSmall(SUMS_SIGNATURE, signed, MAX_SIGNATURE_BYTES);
  const names = signed === undefined ? [SUMS_FILE] : [SUMS_FILE, SUMS_SIGNATURE];
  const copy = createTemporaryFolder();
  const local = (name: string) => path.join(copy, name);
  await remote.sftp.run(
    names.map((name) => `get ${quoted(posix.join(remote.folder, name))} ${quoted(local(name))}`),
  );
  const sums = fs.readFileSync(local(SUMS_FILE), "utf8");
  return {
    sums,
    signatures: signed === undefined ? [] : [fs.readFileSync(local(SUMS_SIGNATURE), "utf8")],
    pinned: null,
    bytes: null,
    download: (folder) => fetchListed(remote, sums, folder),
  };
}

function requireSmall(name: string, size: number, limit: number): void {
  if (size <= limit) return;
  const state = `it has ${formatBytes(size)}, limit ${formatBytes(limit)}`;
  throw new HoldallError("E_LIMIT", `Cannot fetch "${name}": ${state}`);
}

/** The sizes of the files in folders there, by path; a folder that does not exist has none. */
async function sizesIn(
  { sftp }: Remote,
  folders: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lines = await sftp.run(folders.map((folder) => `-ls -lan ${quoted(folder)}`));
  const found = lines.flatMap((line) => {
    const [, size, file] = FILE_LINE.exec(line) ?? [];
    return file === undefined ? [] : [[posix.normalize(file), Number(size)] as const];
  });
  return new Map(found);
}

/** A regular file of a long listing: mode, links, owner, group, size, three words of a time, and its path. */
const FILE_LINE = /^-\S+\s+\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+\s(.*)$/;

async function fetchListed({ sftp, folder, context }: Remote, sums: string, target: string) {
  const missing = await missingFiles(listedFiles(sums), target);
  for (const { path: name } of missing) requireNameable(name);
  const commands = missing.map(({ path: name }) => {
    const local = path.join(target, name);
    // A part of an interrupted attempt is completed.
    const get = fs.existsSync(local) ? "reget" : "get";
    return `${get} ${quoted(posix.join(folder, name))} ${quoted(local)}`;
  });
  if (commands.length === 0) return;
  await sftp.run(commands, (number) =>
    context.progress(`fetching file ${number + 1} of ${commands.length}`),
  );
  for (const file of missing) await requireFetched(file, target);
}

/** A command of sftp ends with its line. */
function requireNameable(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a command.
  if (!/[\u0000-\u001f\u007f*?[\]]/.test(name)) return;
  const message = `Cannot carry "${excerpt(name)}" by sftp: its name has a character that sftp interprets`;
  throw new HoldallError("E_PATH", message, { cure: "use another carrier, such as git or oci" });
}

async function send(remote: Remote, parcel: Parcel): Promise<Sent> {
  const { sftp, folder, context } = remote;
  const part = beside(folder, `${sha256(parcel.sums).slice(0, 16)}.part`);
  const local = localFiles(parcel);
  const folders = [...new Set(local.flatMap(({ name }) => foldersOf(name)))];
  const parts = [part, ...folders.map((name) => posix.join(part, name))];
  const created = [...foldersOf(posix.join(folder)), ...parts];
  await sftp.run(created.map((name) => `-mkdir ${quoted(name)}`));
  const there = await sizesIn(remote, parts);
  const sending = local.filter(({ name, size }) => there.get(posix.join(part, name)) !== size);
  const total = formatBytes(sizeOf(sending));
  const put = sending.map(({ file, name, size }) => {
    const begun = there.get(posix.join(part, name));
    // A part of an interrupted attempt is completed.
    const command = begun !== undefined && begun < size ? "reput" : "put";
    return `${command} ${quoted(file)} ${quoted(posix.join(part, name))}`;
  });
  const onCommand = (number: number) =>
    context.progress(`sent ${formatBytes(sizeOf(sending.slice(0, number)))} of ${total}`);
  if (put.length > 0) await sftp.run(put, onCommand);
  await place(remote, part);
  return { bytes: sizeOf(sending), pinned: null };
}

/** A name beside a folder that nobody takes for the folder itself. */
function beside(folder: string, ending: string): string {
  return posix.join(posix.dirname(folder), `.${posix.basename(folder)}.${ending}`);
}

interface LocalFile {
  /** Where it is on this machine. */
  readonly file: string;
  /** Its path in the bundle. */
  readonly name: string;
  readonly size: number;
}

function sizeOf(files: readonly LocalFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Every file of a parcel, the list last: sftp sends files of this disk. */
function localFiles({ folder, sums, signature }: Parcel): readonly LocalFile[] {
  const copy = createTemporaryFolder();
  const written = (name: string, text: string): LocalFile => {
    const file = path.join(copy, name);
    fs.writeFileSync(file, text);
    return { file, name, size: Buffer.byteLength(text) };
  };
  const files = listedFiles(sums).map(({ path: name }) => {
    requireNameable(name);
    const file = path.join(folder, name);
    return { file, name, size: fs.statSync(file).size };
  });
  if (signature !== null) files.push(written(SUMS_SIGNATURE, signature));
  return [...files, written(SUMS_FILE, sums)];
}

/** The folders above a path, the outermost first. */
function foldersOf(name: string): readonly string[] {
  const parent = posix.dirname(name);
  return parent === "." || parent === "/" ? [] : [...foldersOf(parent), parent];
}

/** Gives what was sent its name. What is replaced is moved aside first, and then removed. */
async function place(remote: Remote, part: string): Promise<void> {
  const { sftp, folder, context } = remote;
  const found = await look(remote);
  if (found === null) {
    await sftp.run([`rename ${quoted(part)} ${quoted(folder)}`]);
    return;
  }
  const old = beside(folder, `${randomName()}.old`);
  // Made before anything is moved: the names come from a list that a stranger may have written.
  const removal = removalOf(old, found.sums);
  await sftp.run([
    `rename ${quoted(folder)} ${quoted(old)}`,
    `rename ${quoted(part)} ${quoted(folder)}`,
  ]);
  await sftp.run(removal);
  const left = await sftp.run([`-ls -1a ${quoted(old)}`]);
  if (left.some((line) => line.trim() !== ""))
    context.note(`Parts of the old one are left in ${old}`);
}

/** The commands that remove what a list names; a folder with anything else stays. */
function removalOf(folder: string, sums: string): readonly string[] {
  const names = [...listedFiles(sums).map((file) => file.path), SUMS_FILE, SUMS_SIGNATURE];
  const folders = [...new Set(names.flatMap(foldersOf))].sort().reverse();
  const at = (name: string) => quoted(posix.join(folder, name));
  return [
    ...names.map((name) => `-rm ${at(name)}`),
    ...folders.map((name) => `-rmdir ${at(name)}`),
    `-rmdir ${quoted(folder)}`,
  ];
}
