/** Blobs of a registry, each compared with its digest; a large one is resumed where it broke off. */

import type { Hash } from "node:crypto";
import fs from "node:fs";
import { HoldallError } from "../../base/errors.ts";
import { createSha256, sha256 } from "../../base/hash.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { toIoError } from "../../disk/io-error.ts";
import { getBlob } from "./blob-requests.ts";
import type { Descriptor } from "./manifest.ts";
import type { Repository } from "./repository.ts";
import { TransientError, withRetries } from "./retries.ts";
import { type Answer, discard, readBody, readSmallBody } from "./transport.ts";

/** A small blob as text; `what` is its name in errors. */
export async function fetchText(
  repository: Repository,
  { digest, size }: Descriptor,
  { what, signal }: { readonly what: string; readonly signal: AbortSignal },
): Promise<string> {
  const bytes = await withRetries(signal, async () => {
    const answer = await getBlob(repository, digest, 0);
    return readSmallBody(answer, { what, maxBytes: size }, signal);
  });
  if (`sha256:${sha256(bytes)}` !== digest) throw digestMismatch(digest);
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  throw new HoldallError("E_UTF8", `Cannot use ${what}: it is not UTF-8`);
}

/** What is known of a download while it runs. */
export interface DownloadOptions {
  /** Called with the bytes that are there. */
  onBytes(size: number): void;
  readonly signal: AbortSignal;
}

/** A file that has the first bytes of a blob, and their hash. */
interface Part {
  readonly file: number;
  hash: Hash;
  size: number;
}

/** A connection that breaks off after fewer bytes counts as one that failed. */
const MIN_PROGRESS = 64 * 1024;
const OPEN =
  fs.constants.O_WRONLY |
  fs.constants.O_CREAT |
  fs.constants.O_APPEND |
  (fs.constants.O_NOFOLLOW ?? 0);

/** Completes a file that has the first bytes of a blob, or none. One that turns out to be wrong is removed. */
export async function downloadBlob(
  repository: Repository,
  { digest, size }: Descriptor,
  file: string,
  options: DownloadOptions,
): Promise<void> {
  const hash = await hashOf(file);
  const descriptor = fs.openSync(file, OPEN, 0o600);
  try {
    const part: Part = { file: descriptor, hash, size: fs.fstatSync(descriptor).size };
    if (part.size > size) restart(part);
    while (part.size < size) {
      await withRetries(options.signal, () =>
        fetchSome(repository, { digest, size }, part, options),
      );
    }
    if (`sha256:${part.hash.digest("hex")}` === digest) return;
    throw digestMismatch(digest);
  } catch (error) {
    const isWrong = error instanceof HoldallError && ["E_DIGEST", "E_LIMIT"].includes(error.code);
    if (isWrong) fs.rmSync(file, { force: true });
    throw toIoError(error, `write "${file}"`);
  } finally {
    fs.closeSync(descriptor);
  }
}

async function hashOf(file: string): Promise<Hash> {
  const hash = createSha256();
  if (!fs.existsSync(file)) return hash;
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk);
  return hash;
}

function restart(part: Part): void {
  fs.ftruncateSync(part.file);
  part.hash = createSha256();
  part.size = 0;
}

/** Appends what one request gets. It fails only when that is nothing. */
async function fetchSome(
  repository: Repository,
  { digest, size }: Pick<Descriptor, "digest" | "size">,
  part: Part,
  { onBytes, signal }: DownloadOptions,
): Promise<void> {
  const answer = await getBlob(repository, digest, part.size);
  if (answer.status !== 206) restart(part);
  else requireRange(answer, part.size);
  const before = part.size;
  try {
    for await (const chunk of readBody(answer, signal)) {
      if (part.size + chunk.length > size) throw tooLong(digest, size);
      fs.writeFileSync(part.file, chunk);
      part.hash.update(chunk);
      part.size += chunk.length;
      onBytes(part.size);
    }
    if (part.size < size)
      throw new TransientError("E_IO", `Cannot fetch ${digest}: it ended early`);
  } catch (error) {
    const hasProgress = part.size - before >= MIN_PROGRESS;
    if (!(error instanceof TransientError && hasProgress)) throw error;
  }
}

function requireRange(answer: Answer, offset: number): void {
  if (answer.headers["content-range"]?.startsWith(`bytes ${offset}-`)) return;
  discard(answer);
  const state = `"${answer.url.host}" sends another part than was asked for`;
  throw new HoldallError("E_IO", `Cannot resume the download: ${state}`);
}

function tooLong(digest: string, size: number): HoldallError {
  const state = `it has more than the ${formatBytes(size)} that its manifest declares`;
  return new HoldallError("E_LIMIT", `Cannot fetch ${digest}: ${state}`);
}

function digestMismatch(digest: string): HoldallError {
  return new HoldallError("E_DIGEST", `Cannot use ${digest}: the registry sent other bytes`, {
    cure: "try again; if it stays so, ask whoever sent it to push it again",
  });
}
