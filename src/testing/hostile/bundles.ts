import type { Code } from "../../base/codes.ts";
import { type BundleMeta, bundleFiles, CAPTURED_AT, type Differences } from "./base-bundle.ts";

/** A task bundle that a careless reader would believe, or wrongly refuse. */
export interface HostileBundle {
  readonly name: string;
  /** What a correct reader says, as a sentence. */
  readonly expect: string;
  /** `valid`: no error. `warning`: no error, and every code as a warning. `invalid`: every code as an error. */
  readonly verdict: "valid" | "warning" | "invalid";
  readonly codes: readonly Code[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links: path to target. */
  readonly links: Readonly<Record<string, string>>;
  /** Physical line of `events.jsonl` that the finding must name. */
  readonly line?: number;
  /** Whether the task can be run again from it, where the case is about that. */
  readonly replayReady?: boolean;
}

const event = (rest: string, at = "2026-01-01T00:00:00Z") => `{"type":"a","at":"${at}"${rest}}`;
const DETAIL = ',"detail":"d"';

/** Every hostile or malformed task bundle, and some that only look like one. */
export const hostileBundles: readonly HostileBundle[] = [
  valid("ok", "valid, replay-ready", {}, { replayReady: true }),
  ...escapes(),
  valid("dotdot-prefix-name", "valid (the name only looks like an escape)", {
    files: { "..task.md": "# Task\n\nSay hello.\n" },
    change: (meta) => {
      meta.artifacts.task = "..task.md";
      recordedArtifact(meta, "task").path = "..task.md";
    },
  }),
  {
    ...invalid("symlink-task", "invalid: symlink leaves the bundle", ["E_LINK"], {
      afterwards: { "task.md": null },
    }),
    links: { "task.md": "/etc/hostname" },
  },
  ...disagreements(),
  ...badValues(),
  valid("title-injection", "valid; every renderer escapes it", {
    change: (meta) => {
      meta.title = "X | y\n## Injected\n\u001b[31m<script>alert(1)</script>";
    },
  }),
  valid("minimal", "valid, NOT replay-ready", { change: strip }, { replayReady: false }),
  ...badEvents(),
];

function escapes(): HostileBundle[] {
  const leaving = (name: string, differences: Differences, expect = "invalid: path escape") =>
    invalid(name, expect, ["E_PATH"], differences);
  const pointer = (key: string, path: string): Differences => ({
    change: (meta) => {
      meta.artifacts[key] = path;
    },
  });
  const listed = (path: string): Differences => ({
    manifest: manifest(1, [{ path, sha256: "0".repeat(64), size: 1 }]),
  });
  return [
    leaving("escape-artifact", pointer("task", "../ok/task.md")),
    leaving("escape-absolute", pointer("diff", "/etc/hostname")),
    leaving("escape-files-dir", pointer("workspaceFilesDir", "../../..")),
    leaving("escape-unknown-artifact", pointer("viewer", "../../x")),
    leaving("escape-artifact-info", {
      change: (meta) => {
        recordedArtifact(meta, "task").path = "../../x";
      },
    }),
    leaving("escape-manifest", listed("../../../../etc/hostname")),
    leaving("escape-manifest-backslash", listed("..\\..\\evil.txt"), "invalid: backslash in path"),
  ];
}

function disagreements(): HostileBundle[] {
  return [
    invalid("tampered-artifact", "invalid: hash/size mismatch task", ["E_DIGEST"], {
      afterwards: { "task.md": "# Task\n\nSay hello.\ntampered\n" },
    }),
    invalid("tampered-workspace", "invalid: hash/size mismatch src/a.ts", ["E_DIGEST"], {
      afterwards: { "workspace/files/src/a.ts": "1\nx" },
    }),
    invalid("missing-workspace-file", "invalid: listed file absent", ["E_MISSING_FILE"], {
      afterwards: { "workspace/files/src/a.ts": null },
    }),
    {
      ...valid("extra-workspace-file", "warning: unlisted file", {
        afterwards: { "workspace/files/extra.txt": "x" },
      }),
      verdict: "warning",
      codes: ["W_EXTRA_FILE"],
    },
    invalid("missing-diff", "invalid: pointer to absent file", ["E_MISSING_FILE"], {
      afterwards: { "result.diff": null },
    }),
    invalid("count-lie", "invalid: fileCount", ["E_COUNT", "E_TIME"], {
      manifest: { ...manifest("lots", []), capturedAt: "x" },
    }),
  ];
}

function badValues(): HostileBundle[] {
  const wrong = (name: string, expect: string, code: Code, values: Record<string, unknown>) =>
    invalid(name, expect, [code], { change: (meta) => Object.assign(meta, values) });
  return [
    wrong("bad-status", "invalid: status enum", "E_ENUM", {
      outcome: { status: "constructor", score: 0.5 },
    }),
    wrong("score-string", "invalid: score must be a number", "E_SHAPE", {
      outcome: { status: "success", score: "0.9" },
    }),
    wrong("schema-99", "invalid or warning: unsupported major", "E_VERSION", {
      schemaVersion: "99.0.0",
    }),
    wrong("created-junk", "invalid: createdAt", "E_TIME", { createdAt: "yesterday" }),
  ];
}

function badEvents(): HostileBundle[] {
  const events = (content: string): Differences => ({ files: { "events.jsonl": content } });
  const badLine = (
    line: number,
    { name, expect, code }: { name: string; expect: string; code: Code },
    content: string,
  ) => ({ ...invalid(name, expect, [code], events(content)), line });
  const good = event(DETAIL);
  return [
    badLine(
      4,
      { name: "events-not-json", expect: "invalid: physical line 4", code: "E_JSONL_LINE" },
      `${good}\n\n\nnot json\n`,
    ),
    badLine(1, { name: "events-array-line", expect: "invalid: line 1", code: "E_SHAPE" }, "[]\n"),
    badLine(
      1,
      { name: "events-no-detail", expect: "invalid: line 1 detail", code: "E_SHAPE" },
      `${event("")}\n`,
    ),
    valid(
      "events-null-command",
      "valid: null optional = absent",
      events(`${event(`${DETAIL},"command":null`)}\n`),
    ),
    badLine(
      1,
      { name: "events-bad-date", expect: "invalid or warning: line 1 at", code: "E_TIME" },
      `${event(DETAIL, "soon")}\n`,
    ),
    valid("events-crlf-bom", "valid", events(`\ufeff${good}\r\n`)),
  ];
}

function valid(
  name: string,
  expect: string,
  differences: Differences,
  more: Pick<HostileBundle, "replayReady"> = {},
): HostileBundle {
  const files = bundleFiles(name, differences);
  return { name, expect, verdict: "valid", codes: [], files, links: {}, ...more };
}

function invalid(
  name: string,
  expect: string,
  codes: readonly Code[],
  differences: Differences,
): HostileBundle {
  const files = bundleFiles(name, differences);
  return { name, expect, verdict: "invalid", codes, files, links: {} };
}

function manifest(fileCount: unknown, files: readonly unknown[]) {
  return { capturedAt: CAPTURED_AT, root: "workspace/files", fileCount, files };
}

function recordedArtifact(meta: BundleMeta, key: string): { path: string } {
  return meta.artifactInfo?.[key] ?? { path: "" };
}

function strip(meta: BundleMeta): void {
  meta.artifacts = { task: "task.md", summary: "summary.md" };
  delete meta.artifactInfo;
}
