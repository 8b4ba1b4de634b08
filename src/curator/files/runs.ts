import { compareBytes } from "../../base/file-set.ts";
import { normalTime } from "../workspace/time.ts";
import { parseMarkdown, sectionLines, textOf } from "./markdown.ts";
import type { ResponsibilityFiles } from "./port.ts";

/** A run of a mandate, as its file describes it. */
export interface MandateRun {
  readonly id: string;
  readonly path: string;
  /** When it was closed, or last touched while it is open. */
  readonly at: string;
  readonly isClosed: boolean;
  readonly summary: string;
  readonly model: string | null;
}

const RUNS = "mandates/runs";

/** Paths of all runs, sorted. */
export function runPaths(files: ResponsibilityFiles): readonly string[] {
  return files
    .folders(RUNS)
    .flatMap((mandate) => files.list(`${RUNS}/${mandate}`))
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".md"))
    .sort(compareBytes);
}

/** Reads one run; what was read stays cached while the file is unchanged. */
export function readRun(files: ResponsibilityFiles, path: string): MandateRun {
  return files.derive(path, "run", (text) => parseRun(path, text));
}

const CLOSED = new Set(["completed", "failed", "cancelled"]);

/** A run is closed by `closed_at`, by a final status, or by an outcome. */
function parseRun(path: string, text: string): MandateRun {
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
  };
}

/** The model of the newest run that names one. */
export function newestRunModel(
  files: ResponsibilityFiles,
): { readonly model: string; readonly at: string } | null {
  let newest: { model: string; at: string } | null = null;
  for (const path of runPaths(files)) {
    const { model, at } = readRun(files, path);
    if (model !== null && (newest === null || at >= newest.at)) newest = { model, at };
  }
  return newest;
}
