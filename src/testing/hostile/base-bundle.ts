import { sha256 } from "../../base/hash.ts";

/** Parts of `bundle.json` that a case changes. */
export interface BundleMeta {
  [key: string]: unknown;
  artifacts: Record<string, string>;
  artifactInfo?: Record<string, { path: string; sha256: string; size: number }>;
}

/** How a case differs from a bundle that is fine. */
export interface Differences {
  /** Files whose content differs; the index is made to agree with it. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly manifest?: unknown;
  /** Changes `bundle.json` after it was made to agree with the files. */
  readonly change?: (meta: BundleMeta) => void;
  /** Content written after the index was made, so that the two disagree; null takes a file away. */
  readonly afterwards?: Readonly<Record<string, string | null>>;
}

const BODY: Readonly<Record<string, string>> = {
  "task.md": "# Task\n\nSay hello.\n",
  "summary.md": "# Summary\n\n- Status: success\n",
  "result.diff": "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-1\n+2\n",
  "events.jsonl": '{"type":"run_command","at":"2026-01-01T00:00:00Z","detail":"npm test"}\n',
  "workspace/files/src/a.ts": "1\n",
};
const RECORDED = {
  task: "task.md",
  summary: "summary.md",
  diff: "result.diff",
  events: "events.jsonl",
  workspaceManifest: "workspace/manifest.json",
} as const;

/** The time at which every capture of these cases happened. */
export const CAPTURED_AT = "2026-01-01T00:00:00.000Z";

/** The files of a good bundle with some differences. */
export function bundleFiles(
  id: string,
  differences: Differences = {},
): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = { ...BODY, ...differences.files };
  files["workspace/manifest.json"] = json(differences.manifest ?? manifestOf(files));
  const meta = metaOf(id, files);
  differences.change?.(meta);
  files["bundle.json"] = JSON.stringify(meta, null, 2);
  for (const [path, content] of Object.entries(differences.afterwards ?? {})) {
    if (content === null) delete files[path];
    else files[path] = content;
  }
  return files;
}

function manifestOf(files: Readonly<Record<string, string | Uint8Array>>): unknown {
  const { sha256, size } = recorded("src/a.ts", files["workspace/files/src/a.ts"] ?? "");
  const listed = [{ path: "src/a.ts", sha256, size }];
  return { capturedAt: CAPTURED_AT, root: "workspace/files", fileCount: 1, files: listed };
}

function metaOf(id: string, files: Readonly<Record<string, string | Uint8Array>>): BundleMeta {
  const artifacts = Object.entries(RECORDED).map(
    ([key, path]) => [key, recorded(path, files[path] ?? "")] as const,
  );
  return {
    schemaVersion: "0.2.0",
    id,
    title: id,
    createdAt: CAPTURED_AT,
    tags: [],
    artifacts: { ...RECORDED, workspaceFilesDir: "workspace/files" },
    artifactInfo: Object.fromEntries(artifacts),
  };
}

function recorded(path: string, content: string | Uint8Array) {
  return { path, sha256: sha256(content), size: Buffer.byteLength(content) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
