import fs from "node:fs";
import path from "node:path";
import {
  isChain,
  KEYS,
  keyId,
  MARKER,
  PACKS,
  packHash,
  parseRunName,
  RUNS,
} from "../../backup/layout.ts";
import { createBackup } from "../../backup/open-backup.ts";
import { HoldallError } from "../../base/errors.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { createTemporaryName } from "../../disk/temporary-name.ts";
import { createSftp, quoted, type Sftp } from "../../programs/ssh/sftp.ts";
import type { SshPlace } from "../../programs/ssh/ssh-place.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

interface Places {
  /** The backup of this machine. */
  readonly folder: string;
  readonly remote: SshPlace;
}

/**
 * Runs work on a copy of a backup of another machine, and sends what it added. Only files that this machine lacks are
 * fetched: the others are links to its own, because a file has the same name only when it has the same bytes.
 */
export async function withRemoteCopy<Result>(
  context: OperationContext,
  { folder, remote }: Places,
  work: (copy: string) => Promise<Result>,
): Promise<Result> {
  const sftp = createSftp(remote, context);
  const copy = createTemporaryFolder(path.dirname(folder));
  context.progress(`listing ${remote.host}`);
  const names = await listRemote(sftp, remote.folder);
  createBackup(copy);
  const there = new Set(names.files);
  const missing: string[] = [];
  for (const name of there) {
    fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true, mode: 0o700 });
    if (isFile(path.join(folder, name)))
      fs.linkSync(path.join(folder, name), path.join(copy, name));
    else missing.push(name);
  }
  context.progress(`fetching ${missing.length} files from ${remote.host}`);
  const at = (name: string) => quoted(path.posix.join(remote.folder, name));
  const downloads = missing.map((name) => `get ${at(name)} ${quoted(path.join(copy, name))}`);
  if (downloads.length > 0) await sftp.run(downloads);
  const result = await work(copy);
  const added = backupFiles(copy).filter((name) => !there.has(name));
  context.progress(`sending ${added.length} files to ${remote.host}`);
  await send(sftp, { added, copy, remote: remote.folder, isNew: !names.isBackup });
  return result;
}

function isFile(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** The files of a backup that are never changed, by their paths in it. */
async function listRemote(sftp: Sftp, folder: string) {
  const at = (name: string) => quoted(path.posix.join(folder, name));
  const namesIn = (lines: readonly string[]) =>
    lines.map((line) => path.posix.basename(line.trim()));
  const top = namesIn(await sftp.run([`-ls -1 ${quoted(folder)}`])).filter((name) => name !== "");
  const isBackup = top.includes(MARKER);
  if (!isBackup && top.length > 0) {
    const state = "it has other files, and is no backup";
    throw new HoldallError("E_PROTECTED", `Cannot unite with "${folder}": ${state}`, {
      cure: "name an empty folder, or one that does not exist yet",
    });
  }
  if (!isBackup) return { isBackup, files: [] };
  const first = namesIn(await sftp.run([PACKS, KEYS, RUNS].map((name) => `-ls -1 ${at(name)}`)));
  const packs = first.filter((name) => packHash(name) !== null).map((name) => `${PACKS}/${name}`);
  const keys = first.filter((name) => keyId(name) !== null).map((name) => `${KEYS}/${name}`);
  const files = [...packs, ...keys];
  for (const chain of first.filter(isChain)) {
    const runs = namesIn(await sftp.run([`ls -1 ${at(`${RUNS}/${chain}`)}`]));
    const isRun = (name: string) => parseRunName(name.replace(/\.sig$/, "")) !== null;
    files.push(...runs.filter(isRun).map((name) => `${RUNS}/${chain}/${name}`));
  }
  return { isBackup, files };
}

/** The files of a copy in the order in which they are sent: a run comes after its packs and its signature. */
function backupFiles(copy: string): readonly string[] {
  const all = fs.readdirSync(copy, { recursive: true, encoding: "utf8" });
  const names = all.map((name) => name.split(path.sep).join("/"));
  const rank = (name: string) =>
    name.startsWith(PACKS) || name.startsWith(KEYS) ? 0 : name.endsWith(".sig") ? 1 : 2;
  const isSent = (name: string) =>
    packHash(path.posix.basename(name)) !== null ||
    keyId(path.posix.basename(name)) !== null ||
    parseRunName(path.posix.basename(name).replace(/\.sig$/, "")) !== null;
  return names
    .filter(isSent)
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

interface Sending {
  readonly added: readonly string[];
  readonly copy: string;
  readonly remote: string;
  readonly isNew: boolean;
}

/** Sends files, each under a temporary name first, and lets the other machine write it to its disk. */
async function send(sftp: Sftp, { added, copy, remote, isNew }: Sending): Promise<void> {
  const at = (name: string) => quoted(path.posix.join(remote, name));
  const names = isNew ? [...added, MARKER] : added;
  if (names.length === 0) return;
  const folders = new Set([".", PACKS, RUNS, ...names.map((name) => path.posix.dirname(name))]);
  const create = [...folders].flatMap((folder) => [
    `-mkdir ${at(folder)}`,
    `-chmod 700 ${at(folder)}`,
  ]);
  const put = names.flatMap((name) => {
    const temporary = at(
      path.posix.join(path.posix.dirname(name), createTemporaryName(path.posix.basename(name))),
    );
    return [
      `put -f ${quoted(path.join(copy, name))} ${temporary}`,
      `chmod 600 ${temporary}`,
      `rename ${temporary} ${at(name)}`,
    ];
  });
  await sftp.run([...create, ...put]);
}
