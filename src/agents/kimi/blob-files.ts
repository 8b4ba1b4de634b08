import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { LOG } from "./locate.ts";

/** Pictures, sound and video of more than 4 KB are files in this folder beside the log that names them. */
const BLOBS = "blobs";
const REFERENCE = /^blobref:([^;"]{1,200});([0-9a-f]{64})$/;
const REFERENCES_IN_LINE = /"url":"(blobref:[^"]{1,300})"/g;
/** A larger one is no picture that a model takes. */
const MAX_BLOB_BYTES = 64 * 1024 * 1024;

interface Blob {
  readonly media_type: string;
  readonly base64: string;
}

/** The bytes that an address in a log refers to; null when they are not there as they were written. */
function readBlob(log: string, url: string): Blob | null {
  const [, media_type, hash] = REFERENCE.exec(url) ?? [];
  if (media_type === undefined || hash === undefined) return null;
  const path = join(dirname(log), BLOBS, hash);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > MAX_BLOB_BYTES) return null;
  const base64 = readFileSync(path).toString("base64");
  return sha256(base64) === hash ? { media_type, base64 } : null;
}

/** The log of an item: that of the session, or of one of its sub-agents. */
function logOf(session: string, { source: { file } }: TranscriptItem): string {
  if (file === basename(session)) return session;
  return join(dirname(dirname(session)), basename(dirname(file)), LOG);
}

/** An item with the bytes of its files, as far as they are beside the log of the session. */
export function withBlobs(item: TranscriptItem, session: string): TranscriptItem {
  if (item.kind !== "message" && item.kind !== "tool_result") return item;
  if (item.attachments.every(({ base64 }) => base64 !== null)) return item;
  const attachments = item.attachments.map((attachment) => {
    const { uri, base64 } = attachment;
    const blob = base64 === null && uri !== null ? readBlob(logOf(session, item), uri) : null;
    return blob === null ? attachment : { ...blob, uri: null };
  });
  return { ...item, attachments };
}

/** A line of a log with the files inside that it refers to, which Kimi Code takes as well. */
export function withBlobsInside(line: string, log: string): string {
  if (!line.includes('"blobref:')) return line;
  return line.replaceAll(REFERENCES_IN_LINE, (reference, url: string) => {
    const blob = readBlob(log, url);
    return blob === null ? reference : `"url":"data:${blob.media_type};base64,${blob.base64}"`;
  });
}
