import type { FileSet } from "../../base/file-set.ts";
import { createFindings, type Finding } from "../../base/findings.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import type { ComparableRun } from "../../tasks/compare/comparable-run.ts";
import { readManifestFiles } from "../../tasks/read/manifest-files.ts";
import { readTaskFacts, type TaskFacts } from "../../tasks/read/task-facts.ts";
import type { FileData, TaskPage } from "../../web/page.ts";
import { pageFinding } from "./page-finding.ts";
import { runData } from "./run-data.ts";
import { type PageContent, presentFacts } from "./session-page.ts";

/** A task bundle that was opened. */
interface OpenedTask {
  readonly run: ComparableRun;
  readonly files: FileSet;
  readonly findings: readonly Finding[];
}

/** The page of one task bundle. */
export async function taskPage({
  run,
  files,
  findings,
}: OpenedTask): Promise<PageContent<TaskPage>> {
  const facts = await readTaskFacts(files, createFindings("lenient"));
  const data = runData(run);
  const { createdAt, repo, commit, branch, tags } = run.facts;
  return {
    page: "task",
    kind: "Task bundle",
    title: run.facts.title,
    facts: presentFacts([
      ["Agent", data.tool],
      ["Model", data.model],
      ["Created", createdAt?.slice(0, 19).replace("T", " ") ?? null],
      ["Repository", repo],
      ["Commit", commit],
      ["Branch", branch],
      ["Tags", tags.length === 0 ? null : tags.join(", ")],
      ["Tokens", data.tokens === null ? null : formatNumber(data.tokens)],
      ["Bundle", data.place],
    ]),
    run: data,
    texts: facts === null ? [] : await textsOf(files, facts),
    steps: run.steps.map(({ step }) => step),
    patch: run.patch,
    files: facts === null ? [] : await capturedFiles(files, facts),
    findings: findings.map(pageFinding),
  };
}

const TEXTS = [
  ["Task", "task"],
  ["Acceptance", "acceptance"],
  ["Summary", "summary"],
] as const;

async function textsOf(files: FileSet, facts: TaskFacts): Promise<TaskPage["texts"]> {
  const texts: { heading: string; text: string }[] = [];
  for (const [heading, key] of TEXTS) {
    const entry = await artifact(files, facts, key);
    if (entry === null) continue;
    const text = decodeUtf8(await readBytes(entry, limitsByFormat["task-bundle"].contentBytes));
    if (text !== null && text.trim() !== "") texts.push({ heading, text });
  }
  return texts;
}

/** More files than this are counted by the bundle's own facts, and not listed: a page must open. */
const MAX_FILES = 50_000;

async function capturedFiles(files: FileSet, facts: TaskFacts): Promise<readonly FileData[]> {
  const entry = await artifact(files, facts, "workspaceManifest");
  if (entry === null) return [];
  const listed: FileData[] = [];
  await readManifestFiles(entry, ({ path, size, mode }) => {
    if (listed.length < MAX_FILES) listed.push({ path, size, mark: markOf(mode) });
  });
  return listed;
}

function markOf(mode: string | null): string {
  if (mode === "100755") return "executable";
  return mode === "120000" ? "link" : "";
}

async function artifact(files: FileSet, { artifacts }: TaskFacts, key: string) {
  const path = artifacts.get(key);
  const entry = path === undefined ? null : await files.get(path);
  return entry?.kind === "file" ? entry : null;
}
