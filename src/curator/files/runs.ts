import { sha256 } from "../../base/hash.ts";
import type { Collection, CollectionKind } from "../workspace/collection/collection.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import { normalTime } from "../workspace/time.ts";
import { parseMarkdown, sectionLines, textOf } from "./markdown.ts";

/** All runs of mandates. */
export function collectRuns(files: ResponsibilityFiles): Collection {
  return files.collect(runs);
}

const runs: CollectionKind = {
  name: "runs",
  folder: "mandates/runs",
  isNested: true,
  describe: parseRun,
};

const CLOSED = new Set(["completed", "failed", "cancelled"]);

/** A run is closed by `closed_at`, by a final status, or by an outcome. */
function parseRun(path: string, text: string): FileEvent {
  const parsed = parseMarkdown(text);
  const { frontMatter, title } = parsed;
  const [, , mandate = "", file = ""] = path.split("/");
  const stem = file.replace(/\.md$/, "");
  const outcome = (sectionLines(parsed, "Outcome", "Outcomes") ?? []).find(
    (line) => line.trim() !== "",
  );
  const closedAt = normalTime(textOf(frontMatter, "closed_at") ?? "");
  const status = textOf(frontMatter, "status") ?? "";
  return {
    kind: "mandate_run",
    id: textOf(frontMatter, "mandate_run_id") ?? `${mandate}@${stem}`,
    path,
    at:
      closedAt ??
      normalTime(textOf(frontMatter, "updated_at") ?? "") ??
      normalTime(stem) ??
      "1970-01-01T00:00:00Z",
    isClosed: closedAt !== null || CLOSED.has(status) || outcome !== undefined,
    summary: (outcome ?? title ?? stem).replace(/^[-*+] /, "").trim(),
    model: textOf(frontMatter, "model"),
    sha256: sha256(text),
  };
}
