/** Makes the bundles that are measured, the same bytes on every machine. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";

/** How large a task bundle is to be. */
export interface TaskBundleSize {
  readonly files: number;
  readonly bytesPerFile: number;
  readonly events: number;
  /** Whether it carries `SHA256SUMS`. */
  readonly sums: boolean;
}

const FILES_PER_FOLDER = 100;
const AT = "2026-06-21T08:30:00.000Z";

/** Writes files given as path and text. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** Writes a task bundle that is valid in the strict profile. */
export async function writeTaskBundle(folder: string, size: TaskBundleSize): Promise<string> {
  const sums = new Map<string, string>();
  const put = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    sums.set(path, createHash("sha256").update(content).digest("hex"));
  };
  await put("task.md", "# Task\n\nWater the orchard.\n");
  await put("summary.md", "# Summary\n\nDone.\n");
  const index: { path: string; sha256: string | undefined; size: number }[] = [];
  for (let number = 0; number < size.files; number++) {
    const path = workspacePath(number);
    await put(`workspace/files/${path}`, fileBytes(number, size.bytesPerFile));
    const sha256 = sums.get(`workspace/files/${path}`);
    index.push({ path, sha256, size: size.bytesPerFile });
  }
  const manifest = { capturedAt: AT, root: "workspace/files", fileCount: size.files, files: index };
  await put("workspace/manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  sums.set("events.jsonl", await writeEvents(join(folder, "events.jsonl"), size.events));
  await put("bundle.json", `${JSON.stringify(metadata, null, 2)}\n`);
  if (size.sums) await writeSums(folder, sums);
  return folder;
}

const metadata = {
  schemaVersion: "0.2.0",
  id: "2f0c8c5e-58a4-4a57-9a3e-5b0f6f1f7a11",
  title: "Water the orchard",
  createdAt: AT,
  tags: [],
  artifacts: {
    task: "task.md",
    summary: "summary.md",
    events: "events.jsonl",
    workspaceManifest: "workspace/manifest.json",
    workspaceFilesDir: "workspace/files",
  },
};

/** One line of an event log. */
export function eventLine(number: number): string {
  const path = `src/${workspacePath(number)}`;
  return JSON.stringify({
    type: number % 3 === 0 ? "command" : "edit",
    at: AT,
    detail: `step ${number}: "valves" open for ${number % 60} minutes, then closed`,
    command: `npm test -- ${path}`,
    path,
    exitCode: 0,
    details: { retries: number % 4, tags: ["orchard", `row-${number % 17}`] },
  });
}

function workspacePath(number: number): string {
  const digits = (value: number): string => String(value).padStart(5, "0");
  return `row-${digits(Math.floor(number / FILES_PER_FOLDER))}/tree-${digits(number)}.txt`;
}

/** Text that packs about as well as source code: every line has its own number. */
function fileBytes(number: number, size: number): Buffer {
  const lines: string[] = [];
  for (let length = 0, line = 0; length < size; line++) {
    const value = Math.imul(number * 1009 + line, 2654435761) >>> 0;
    lines.push(`export const reading${value.toString(36)} = ${value % 1000}; // row ${line}\n`);
    length += lines.at(-1)?.length ?? 1;
  }
  return Buffer.from(lines.join("")).subarray(0, size);
}

async function writeEvents(file: string, count: number): Promise<string> {
  const hash = createHash("sha256");
  const stream = createWriteStream(file);
  for (let number = 0; number < count; number += 1000) {
    const lines: string[] = [];
    for (let at = number; at < Math.min(number + 1000, count); at++)
      lines.push(`${eventLine(at)}\n`);
    const text = lines.join("");
    hash.update(text);
    stream.write(text);
  }
  stream.end();
  await finished(stream);
  return hash.digest("hex");
}

async function writeSums(folder: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const lines = [...sums.keys()].sort().map((path) => `${sums.get(path)}  ${path}\n`);
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}
