import type { FileEntry } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { selectHead } from "../tables/stream-heads.ts";
import { toText } from "../texts.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { LogLine } from "./read-log.ts";

/**
 * A line that was cut off while it was written is not an event, but its bytes are kept, in a stream
 * of their own.
 */
export async function keepTornLine(
  { tx, append }: UnitOfWork,
  log: FileEntry,
  { number, offset, fault }: LogLine,
  findings: Findings,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for await (const chunk of log.read()) {
    if (at + chunk.length > offset) chunks.push(chunk.subarray(Math.max(0, offset - at)));
    at += chunk.length;
  }
  const raw = toText(Buffer.concat(chunks));
  const { sha256, bytes } = raw.ref;
  const stream = `history:${sha256}`;
  if (findings.errorCount() === 0 && (await selectHead(tx, stream)) === null) {
    await append([
      { stream, type: "history_torn", actor: null, body: { line: number, offset }, raw },
    ]);
  }
  const message = `The last line is incomplete (${fault}); its ${bytes} bytes are kept as text ${sha256}`;
  const details = { offset, text: sha256 };
  findings.warn("W_TORN_LINE", { file: log.path, line: number }, message, details);
  return sha256;
}
