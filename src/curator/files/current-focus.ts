import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import { markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord, OpenRequest } from "../workspace/record.ts";
import { normalTime, secondsBetween } from "../workspace/time.ts";
import { type BodySection, renderSections } from "./body.ts";
import { fitItems, type TokenBudget } from "./fit.ts";
import { fitOutlines } from "./fit-outlines.ts";
import { parseMarkdown, textOf } from "./markdown.ts";
import { outlineOf } from "./outline.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";
import { collectReports } from "./reports.ts";
import { collectRuns } from "./runs.ts";
import { hasUnwritten } from "./unwritten.ts";

const DAY = 86_400;
/** Accepted requests that the focus names. */
const MAX_IDS = 8;
/** Tasks that one file may list. */
const MAX_TASKS = 1000;

interface FocusOptions {
  readonly now: string;
  readonly checkpointDays: number;
  readonly budget: TokenBudget;
}

/** What this responsibility works on now: projects, objectives, dates that are near, what is blocked. */
export function buildCurrentFocus(
  files: ResponsibilityFiles,
  record: Pick<CuratorRecord, "requests">,
  { now, checkpointDays, budget }: FocusOptions,
): CuratedFile {
  const projects = markdownIn(files, "context/projects").map((path) => readProject(files, path));
  const tasks = readTasks(files);
  const { open: openRuns } = collectRuns(files).summary;
  const accepted = record.requests.filter(({ status }) => status === "accepted");
  const deferred = record.requests.filter(({ status }) => status === "deferred");
  const report = newestReport(files);
  const due = [
    ...projects.map(({ path, title, due_at }) => ({ at: due_at, line: `[${title}](${path})` })),
    ...tasks.items.map(({ id, title, due_at }) => ({ at: due_at, line: `task ${id}: ${title}` })),
    // The open requests have the line of a request; here is only its date.
    ...accepted.map(({ id, due_at }) => ({ at: due_at, line: `request ${id}` })),
    ...deferred.map(({ id, available_at }) => ({
      at: available_at,
      line: `request ${id}, which is deferred until then`,
    })),
  ];
  const objectives = [
    ...openRuns.map(describeRun),
    ...tasks.items
      .filter(({ status }) => !DONE.has(status) && status !== "blocked")
      .map(({ id, title }) => `- task ${id}: ${title}`),
    ...acceptedLine(accepted.map(({ id }) => id)),
    ...(report === null ? [] : [`- newest report: ${reportLink(files, report)}`]),
  ];
  const blocked = [
    ...projects
      .filter(({ status }) => status === "blocked")
      .map(({ path, title }) => `- [${title}](${path})`),
    ...tasks.items
      .filter(({ status }) => status === "blocked")
      .map(({ id, title }) => `- task ${id}: ${title}`),
  ];
  const fit = (items: readonly string[], part: number) =>
    fitItems(items, { ...budget, tokens: Math.floor(budget.tokens * part) }, restLine);
  const lists: readonly BodySection[] = [
    { heading: "Current objectives", lines: fit(objectives, 0.2) },
    { heading: "Near-term checkpoints", lines: fit(checkpoints(due, now, checkpointDays), 0.2) },
    { heading: "Blocked", lines: fit(blocked, 0.1) },
  ];
  const title = "Current focus";
  const used = budget.count(
    renderSections({ title, sections: [{ heading: "Active projects", lines: [""] }, ...lists] }),
  );
  const active = projects.filter(({ isDone, isBlank }) => !isDone && !isBlank);
  const left = { ...budget, tokens: Math.max(0, budget.tokens - used) };
  return {
    stem: "current_focus",
    role: "short_term_memory",
    hasMarkedBlocks: active.some(({ outline }) => outline.isPart),
    title,
    sections: [
      { heading: "Active projects", lines: fitOutlines(active, left, moreProjects) },
      ...lists,
    ],
    inputs: [
      ...projects.map(({ path }): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
      ...tasks.inputs,
      ...openRuns.map(({ path, sha256: hash }): InputRef => ({ ref: path, sha256: hash })),
      ...(report === null ? [] : [{ ref: report, sha256: files.facts(report).sha256 }]),
      ...[accepted, deferred].flatMap(requestsInput),
    ],
  };
}

/** Requests of one status as an input. */
function requestsInput(requests: readonly OpenRequest[]): readonly InputRef[] {
  const [first] = requests;
  if (first === undefined) return [];
  return [{ ref: `sql:requests#${first.status}`, sha256: sha256(JSON.stringify(requests)) }];
}

/** Requests that were accepted; the open requests have a line for each. */
function acceptedLine(ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : "";
  return [`- requests that were accepted: ${ids.slice(0, MAX_IDS).join(", ")}${more}`];
}

/** The newest report by its name, which begins with its day. */
export function newestReport(files: ResponsibilityFiles): string | null {
  return collectReports(files).summary.lastDated;
}

const DONE = new Set(["done", "completed", "closed", "archived", "cancelled"]);

function readProject(files: ResponsibilityFiles, path: string) {
  return files.derive(path, "project", (text) => {
    const { frontMatter, title } = parseMarkdown(text);
    const status = textOf(frontMatter, "status") ?? "active";
    const name = title ?? path;
    const due_at = normalTime(textOf(frontMatter, "due_at") ?? "");
    const outline = outlineOf(text, 4);
    const facts = [...(status === "active" ? [] : [status]), ...(due_at ? [`due ${due_at}`] : [])];
    const suffix = facts.length === 0 ? "" : ` (${oneLine(facts.join(", "))})`;
    return {
      path,
      title: name,
      status,
      due_at,
      isDone: DONE.has(status),
      isBlank: outline.pieces.length === 0 && hasUnwritten(text),
      heading: `### [${name}](${path})${suffix}`,
      outline,
    };
  });
}

function restLine(left: number): string {
  return `- and ${left} more`;
}

function moreProjects(left: number): string {
  return `- and ${left} more in context/projects/`;
}

function reportLink(files: ResponsibilityFiles, path: string): string {
  const title = files.derive(path, "title", (text) => parseMarkdown(text).title);
  return `[${title ?? path}](${path})`;
}

interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly due_at: string | null;
}

/** Tasks of the index and of the inbound folder, each id once. */
function readTasks(files: ResponsibilityFiles) {
  const inbound = files.list("tasks/inbound").map(({ path }) => path);
  const paths = ["tasks/index.json", ...inbound.filter((path) => path.endsWith(".json"))];
  const present = paths.filter((path) => files.stat(path) !== null);
  const byId = new Map<string, Task>();
  for (const path of present) {
    for (const task of files.derive(path, "tasks", parseTasks)) byId.set(task.id, task);
  }
  return {
    items: [...byId.values()].sort((a, b) => compareBytes(a.id, b.id)),
    inputs: present.map((path): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
  };
}

function parseTasks(text: string): readonly Task[] {
  const value = parseJsonOrNull(text);
  const list = Array.isArray(value) ? value : isObject(value) ? (value.tasks ?? value) : [];
  return [list]
    .flat()
    .filter(isObject)
    .slice(0, MAX_TASKS)
    .flatMap((item) => {
      const id = textOf(item, "id") ?? textOf(item, "task_id");
      return id === null ? [] : [toTask(id, item)];
    });
}

function toTask(id: string, item: JsonObject): Task {
  return {
    id: oneLine(id),
    title: oneLine(textOf(item, "title") ?? textOf(item, "summary") ?? id),
    status: textOf(item, "status") ?? "open",
    due_at: normalTime(textOf(item, "due_at") ?? ""),
  };
}

function parseJsonOrNull(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null; // `context validate` reports files that cannot be read.
  }
}

function describeRun({ id, path, summary }: FileEvent): string {
  return `- run ${id}: ${oneLine(summary)} (link: ${path})`;
}

/** What is due within the next days or overdue, by date. */
function checkpoints(
  due: readonly { readonly at: string | null; readonly line: string }[],
  now: string,
  days: number,
): readonly string[] {
  return due
    .flatMap(({ at, line }) => (at === null ? [] : [{ at, line }]))
    .filter(({ at }) => secondsBetween(now, at) <= days * DAY)
    .sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.line, b.line))
    .map(({ at, line }) => `- due ${at} ${line}`);
}

function oneLine(text: string): string {
  return excerpt(text.replaceAll(/\s+/g, " ").trim(), 160);
}
