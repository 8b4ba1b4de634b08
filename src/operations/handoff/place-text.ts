import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createSha256 } from "../../base/hash.ts";
import { digestFile } from "../../disk/digest-file.ts";
import type { UndoLog } from "../../disk/undo-log.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";

/** Puts a text into its place, notes what that made, and holds what stands there against what was written. */
export async function placeText(
  target: string,
  text: AsyncIterable<string>,
  made: UndoLog,
): Promise<void> {
  made.createFolder(path.dirname(target));
  const written = createSha256();
  await writeAtomically(target, (temporary) => writeText(noted(text, written), temporary));
  made.addFile(target);
  if ((await digestFile(target)).sha256 === written.digest("hex")) return;
  throw new HoldallError("E_HANDOFF", `Cannot place "${target}": it reads otherwise than written`, {
    cure: "nothing was left behind; look whether another program writes there, and try again",
  });
}

async function* noted(
  text: AsyncIterable<string>,
  hash: ReturnType<typeof createSha256>,
): AsyncGenerator<string> {
  for await (const piece of text) {
    hash.update(piece);
    yield piece;
  }
}
