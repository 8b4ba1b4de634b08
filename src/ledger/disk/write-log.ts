import fs from "node:fs";
import path from "node:path";
import type { ExportedFile, LogExport } from "../exchange/export.ts";

/** Writes the files of an exported log into a folder that only its owner can read. */
export async function writeLog(
  log: LogExport,
  folder: string,
  progress: (text: string) => void,
): Promise<void> {
  // Conversations are private: the folder is for its owner only.
  fs.mkdirSync(folder, { mode: 0o700 });
  for await (const file of log.files()) {
    await writeFile(file, path.join(folder, file.path));
    progress(`Wrote ${log.counts.events} events and ${log.counts.blobs} blobs`);
  }
}

async function writeFile(file: ExportedFile, target: string): Promise<void> {
  fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  const descriptor = fs.openSync(target, "wx", 0o600);
  try {
    for await (const chunk of file.read()) fs.writeFileSync(descriptor, chunk);
  } finally {
    fs.closeSync(descriptor);
  }
}
