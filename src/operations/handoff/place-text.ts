import { HoldallError } from "../../base/errors.ts";
import { createSha256 } from "../../base/hash.ts";
import { digestFile } from "../../disk/digest-file.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";

/** Places a text in one step, and compares the file with what was written. */
export async function placeText(target: string, text: AsyncIterable<string>): Promise<void> {
  const written = createSha256();
  await writeAtomically(target, (temporary) =>
    writeText(text, temporary, (bytes) => written.update(bytes)),
  );
  if ((await digestFile(target)).sha256 === written.digest("hex")) return;
  const state = "the file differs from what was written";
  throw new HoldallError("E_HANDOFF", `Cannot place "${target}": ${state}`, {
    cure: "nothing was left behind; check whether another program writes there, and try again",
  });
}
