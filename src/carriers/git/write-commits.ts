import { once } from "node:events";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { startProgram } from "../../programs/start-program.ts";
import type { CarrierContext, Parcel } from "../carrier.ts";
import { CHUNK_BYTES, chunkName, FILES_REF, LIST_REF } from "./layout.ts";
import type { ScratchRepository } from "./scratch-repository.ts";

/** Without a name or a time: the same parcel is the same commit. */
const COMMITTER = "committer holdall <holdall@localhost> 0 +0000";

/** Writes a parcel as two commits: one of the list and its signature, which is fetched first, and one of the files. */
export async function writeCommits(
  repository: ScratchRepository,
  parcel: Parcel,
  { progress, signal }: CarrierContext,
): Promise<void> {
  const running = startProgram(repository.order(["fast-import", "--quiet", "--done"]));
  const { stdin } = running;
  if (stdin === null) throw new HoldallError("E_INTERNAL", "git has no input");
  let message = "";
  running.stderr?.on("data", (piece: Buffer) => {
    message = excerpt(message + piece.toString("utf8"), 300);
  });
  const stop = () => running.end();
  signal.addEventListener("abort", stop);
  try {
    const isOpen = { yet: true };
    void running.ended.then(
      () => (isOpen.yet = false),
      () => (isOpen.yet = false),
    );
    const write = async (data: string | Uint8Array) => {
      if (!isOpen.yet) throw new HoldallError("E_IO", `Cannot write for git: ${message}`);
      if (!stdin.write(data)) await Promise.race([once(stdin, "drain"), running.ended]);
    };
    for await (const piece of importStream(parcel, progress)) await write(piece);
    stdin.end();
    const { exitCode } = await running.ended;
    signal.throwIfAborted();
    if (exitCode !== 0) throw new HoldallError("E_IO", `Cannot write for git: ${message}`);
  } finally {
    signal.removeEventListener("abort", stop);
    running.end();
  }
}

/** The commits in the form that `git fast-import` reads. */
async function* importStream(
  { files, sums, signature, bytes }: Parcel,
  progress: (text: string) => void,
): AsyncGenerator<string | Uint8Array> {
  yield* commitHead(LIST_REF);
  yield* blob(SUMS_FILE, Buffer.from(sums));
  if (signature !== null) yield* blob(SUMS_SIGNATURE, Buffer.from(signature));
  yield* commitHead(FILES_REF);
  const written = new Set<string>();
  let done = 0;
  for await (const entry of files.entries()) {
    if (entry.kind !== "file") continue;
    const { sha256 } = await entry.digest();
    if (written.has(sha256)) continue;
    written.add(sha256);
    let number = 0;
    for await (const chunk of chunksOf(entry.read())) {
      yield* blob(chunkName(sha256, number++), chunk);
      done += chunk.length;
      progress(`prepared ${formatBytes(done)} of ${formatBytes(bytes)}`);
    }
  }
  yield "done\n";
}

function* commitHead(ref: string) {
  yield `commit ${ref}\n${COMMITTER}\ndata 0\n\n`;
}

function* blob(name: string, bytes: Uint8Array) {
  yield `M 100644 inline ${name}\ndata ${bytes.length}\n`;
  yield bytes;
  yield "\n";
}

/** Bytes in pieces of one size; an empty file is one empty piece. */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isEmpty = true;
  for await (let piece of pieces) {
    while (size + piece.length >= CHUNK_BYTES) {
      const needed = CHUNK_BYTES - size;
      yield Buffer.concat([...waiting, piece.subarray(0, needed)]);
      isEmpty = false;
      piece = piece.subarray(needed);
      waiting = [];
      size = 0;
    }
    if (piece.length > 0) waiting.push(piece);
    size += piece.length;
  }
  if (size > 0 || isEmpty) yield Buffer.concat(waiting);
}
