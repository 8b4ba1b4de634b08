import fs from "node:fs";
import path from "node:path";
import type { FileTree } from "../../base/file-set.ts";
import { folderFiles } from "../../disk/folder.ts";
import type { LossReport } from "../../model/loss.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import { writeTranscript } from "../../sessions/transcript-folder.ts";

/**
 * The transcript of a session as files of a bundle, so that the session can be read and handed to another agent. They
 * are in a temporary folder, which must be there until they are copied.
 */
export async function transcriptFiles(
  { session, native }: Pick<HandoffSource, "session" | "native">,
  { redactor, scratch }: { readonly redactor: Redactor | null; readonly scratch: string },
): Promise<{ readonly beside: FileTree; readonly loss: LossReport }> {
  const folder = path.join(scratch, "transcript");
  fs.mkdirSync(folder);
  const { header } = session;
  const items = () => session.items();
  const loss = await writeTranscript(folder, { header, items, source: native, redactor });
  const beside = new Map();
  for await (const entry of folderFiles(scratch).entries()) {
    if (entry.kind === "file") beside.set(entry.path, entry);
  }
  return { beside, loss };
}
