import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** What a task bundle for a test contains; everything has a default. */
export interface BundleParts {
  readonly document?: Readonly<Record<string, unknown>>;
  readonly task?: string;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
  readonly diff?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Modes of files that are not 100644. */
  readonly modes?: Readonly<Record<string, string>>;
  /** Whether `artifactInfo` is written. */
  readonly isHashed?: boolean;
}

const AT = "2026-05-01T10:00:00.000Z";

/** Writes a task bundle as the format has it, without our own writer. */
export function writeTaskBundle(folder: string, parts: BundleParts = {}): string {
  const { files = { "src/a.txt": "a\n" }, modes = {}, isHashed = true } = parts;
  const contents: Record<string, string> = {
    "task.md": parts.task ?? "# Task\n\nDo it.\n\n## Acceptance\n\n- done\n",
    "summary.md": "# Summary\n",
    "events.jsonl": (parts.events ?? []).map((each) => `${JSON.stringify(each)}\n`).join(""),
    "result.diff": parts.diff ?? "",
  };
  const listed = Object.keys(files).sort();
  contents["workspace/manifest.json"] = `${JSON.stringify({
    capturedAt: AT,
    root: "workspace/files",
    fileCount: listed.length,
    files: listed.map((name) => ({
      path: name,
      ...digest(files[name] ?? ""),
      ...(modes[name] === undefined ? {} : { mode: modes[name] }),
    })),
  })}\n`;
  const artifacts = {
    task: "task.md",
    summary: "summary.md",
    diff: "result.diff",
    events: "events.jsonl",
    workspaceManifest: "workspace/manifest.json",
  };
  const document = {
    schemaVersion: "0.2.0",
    id: path.basename(folder),
    title: "A task",
    createdAt: AT,
    tags: [],
    artifacts: { ...artifacts, workspaceFilesDir: "workspace/files" },
    ...(isHashed ? { artifactInfo: recordedArtifacts(artifacts, contents) } : {}),
    ...parts.document,
  };
  for (const [name, text] of Object.entries(files)) contents[`workspace/files/${name}`] = text;
  contents["bundle.json"] = `${JSON.stringify(document, null, 2)}\n`;
  for (const [name, text] of Object.entries(contents)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return folder;
}

function recordedArtifacts(
  artifacts: Readonly<Record<string, string>>,
  contents: Record<string, string>,
) {
  return Object.fromEntries(
    Object.entries(artifacts).map(([key, file]) => [
      key,
      { path: file, ...digest(contents[file] ?? "") },
    ]),
  );
}

function digest(text: string) {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { sha256, size: Buffer.byteLength(text) };
}
