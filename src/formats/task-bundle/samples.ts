/**
 * One bundle with everything and one with the minimum. File names include a non-ASCII letter, for
 * the order of paths.
 */

import { sha256 } from "../../base/hash.ts";
import type { Sample } from "../format.ts";

const task = `# Task

Make the tide table print heights in metres.

## Constraints

- Change only the formatting.

## Acceptance criteria

- \`1.5\` is printed as \`1.5 m\`.
`;
const summary = "# Summary\n\n- Status: success\n- Heights carry their unit now.\n";
const diff = `--- a/src/tide.ts
+++ b/src/tide.ts
@@ -1 +1 @@
-export const height = (metres: number) => String(metres);
+export const height = (metres: number) => metres + " m";
`;
const events = `{"type":"read_file","at":"2026-02-03T08:00:01.000Z","detail":"Read the formatter","path":"src/tide.ts"}
{"type":"edit_file","at":"2026-02-03T08:00:09.000Z","detail":"","path":"src/tide.ts"}
{"type":"run_command","at":"2026-02-03T08:00:20.000Z","detail":"Ran the tests","command":"npm test","exitCode":0}
`;
const source = "export const height = (metres: number) => String(metres);\n";
const notes = "Heights are kept in metres – see the harbour's table.\n";

/** One bundle with everything, and one with only what the format asks for. */
export function samples(): readonly Sample[] {
  return [full(), minimal];
}

const pointers = { task: "task.md", summary: "summary.md" };

const minimal: Sample = {
  name: "minimal",
  files: {
    "bundle.json": json({
      schemaVersion: "0.2.0",
      id: "tide-minimal",
      title: "Only what a task bundle must have",
      createdAt: "2026-02-03T08:00:30Z",
      artifacts: pointers,
    }),
    "task.md": task,
    "summary.md": summary,
  },
};

function full(): Sample {
  const manifest = json({
    capturedAt: "2026-02-03T08:00:00.000Z",
    root: "workspace/files",
    fileCount: 2,
    files: [recorded("notes/höhen.md", notes), recorded("src/tide.ts", source)],
  });
  const files = {
    "task.md": task,
    "summary.md": summary,
    "result.diff": diff,
    "events.jsonl": events,
    "workspace/manifest.json": manifest,
    "workspace/files/notes/höhen.md": notes,
    "workspace/files/src/tide.ts": source,
  };
  return { name: "full", files: { "bundle.json": json(fullIndex(manifest)), ...files } };
}

function fullIndex(manifest: string) {
  return {
    schemaVersion: "0.2.0",
    id: "tide-heights",
    title: "Print tide heights in metres",
    createdAt: "2026-02-03T08:00:30.000Z",
    tool: "example-agent",
    model: "example-model-1",
    runtime: "node",
    repo: "example/tide-table",
    commit: "5f0e3a1",
    branch: "main",
    tags: ["sample", "formatting"],
    artifacts: {
      ...pointers,
      diff: "result.diff",
      events: "events.jsonl",
      workspaceManifest: "workspace/manifest.json",
      workspaceFilesDir: "workspace/files",
    },
    artifactInfo: {
      task: recorded("task.md", task),
      summary: recorded("summary.md", summary),
      diff: recorded("result.diff", diff),
      events: recorded("events.jsonl", events),
      workspaceManifest: recorded("workspace/manifest.json", manifest),
    },
    runner: { os: "linux", promptSource: "cli" },
    outcome: { status: "success", score: 0.95, judgeNotes: "Small and correct." },
  };
}

function recorded(path: string, content: string) {
  return { path, sha256: sha256(content), size: Buffer.byteLength(content) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
