import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import type { PinnedLine } from "../memory/decisions.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import { EVENTS, markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord, OpenRequest } from "../workspace/record.ts";
import { normalTime } from "../workspace/time.ts";
import { type BodySection, renderSections } from "./body.ts";
import { type DatedThing, datedSteps, dateLines, daysIn, namedDay, projectDates } from "./dates.ts";
import { fitItems, type TokenBudget } from "./fit.ts";
import { fitOutlines, type OutlinedFile } from "./fit-outlines.ts";
import { parseMarkdown, textOf } from "./markdown.ts";
import { type OutlinePiece, outlineOf } from "./outline.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";
import { collectReports } from "./reports.ts";
import { collectRuns } from "./runs.ts";
import { readTasks } from "./tasks.ts";
import { hasUnwritten } from "./unwritten.ts";

/** Accepted requests that the focus names. */
const MAX_IDS = 8;
/** A longer decision is named in the list of dates, and not repeated there. */
const MAX_DECISION = 120;

interface FocusOptions {
  readonly now: string;
  readonly checkpointDays: number;
  readonly budget: TokenBudget;
  /** Decisions of people that are in force. */
  readonly decisions: readonly PinnedLine[];
}

/** What this responsibility works on now: projects, objectives, dates that are near, what is blocked. */
export function buildCurrentFocus(
  files: ResponsibilityFiles,
  record: Pick<CuratorRecord, "requests">,
  { now, checkpointDays, budget, decisions }: FocusOptions,
): CuratedFile {
  const projects = markdownIn(files, "context/projects")
    .map((path) => readProject(files, path))
    .toSorted((a, b) => compareBytes(a.due_at ?? "9", b.due_at ?? "9"));
  const active = projects.filter(({ isDone, isBlank }) => !isDone && !isBlank);
  const tasks = readTasks(files);
  const { open: openRuns } = collectRuns(files).summary;
  const accepted = record.requests.filter(({ status }) => status === "accepted");
  const deferred = record.requests.filter(({ status }) => status === "deferred");
  const report = newestReport(files);
  const dated = decisions.flatMap(dayOfDecision);
  const dates = [
    ...active.flatMap(projectDates),
    ...tasks.items.map(({ id, title, due_at: at }) => ({ at, about: `task ${id}: ${title}` })),
    ...accepted.map((each) => ({ at: each.due_at, about: requestName(each) })),
    ...deferred.map((each) => ({
      at: each.available_at,
      what: "deferred until",
      about: requestName(each),
    })),
    ...dated,
  ];
  const { objectives, blocked } = listWork({ openRuns, projects, tasks: tasks.items, accepted });
  const share = (part: number) => ({ ...budget, tokens: Math.floor(budget.tokens * part) });
  const fit = (items: readonly string[], part: number) => fitItems(items, share(part), restLine);
  const lists: readonly BodySection[] = [
    { heading: "Current objectives", lines: fit(objectives, 0.2) },
    { heading: "Near-term checkpoints", lines: fit(dateLines(dates, now, checkpointDays), 0.2) },
    { heading: "Blocked", lines: fit(blocked, 0.1) },
    {
      heading: "Newest report",
      lines: report === null ? [] : fitOutlines([readReport(files, report)], share(0.2), restLine),
    },
  ];
  const title = "Current focus";
  const used = budget.count(
    renderSections({ title, sections: [{ heading: "Active projects", lines: [""] }, ...lists] }),
  );
  const left = { ...budget, tokens: Math.max(0, budget.tokens - used) };
  return {
    stem: "current_focus",
    role: "short_term_memory",
    hasMarkedBlocks: active.some(({ outline }) => outline.isPart),
    title,
    sections: [
      {
        heading: "Active projects",
        lines: fitOutlines(
          active.map((each) => ({ ...each, isFirst: isNextSteps })),
          left,
          moreProjects,
        ),
      },
      ...lists,
    ],
    inputs: [
      ...projects.map(({ path }): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
      ...tasks.inputs,
      ...openRuns.map(({ path, sha256: hash }): InputRef => ({ ref: path, sha256: hash })),
      ...(report === null ? [] : [{ ref: report, sha256: files.facts(report).sha256 }]),
      ...[accepted, deferred].flatMap(requestsInput),
      ...(dated.length === 0 ? [] : [{ ref: EVENTS, sha256: sha256(JSON.stringify(dated)) }]),
    ],
  };
}

/** What is in progress, and what is blocked. */
function listWork({
  openRuns,
  projects,
  tasks,
  accepted,
}: {
  readonly openRuns: readonly FileEvent[];
  readonly projects: readonly ReturnType<typeof readProject>[];
  readonly tasks: ReturnType<typeof readTasks>["items"];
  readonly accepted: readonly OpenRequest[];
}) {
  const objectives = [
    ...openRuns.map(describeRun),
    ...tasks
      .filter(({ status }) => !DONE.has(status) && status !== "blocked")
      .map(({ id, title }) => `- task ${id}: ${title}`),
    ...acceptedLine(accepted.map(({ id }) => id)),
  ];
  const blocked = [
    ...projects
      .filter(({ status }) => status === "blocked")
      .map(({ path, title }) => `- [${title}](${path})`),
    ...tasks
      .filter(({ status }) => status === "blocked")
      .map(({ id, title }) => `- task ${id}: ${title}`),
  ];
  return { objectives, blocked };
}

function requestName({ id, subject }: OpenRequest): string {
  return `request ${id}: ${oneLine(subject)}`;
}

/** The last day of a decision, or the only one that it names. A long text is not cut: the list of decisions has it. */
function dayOfDecision({ at, id, by, until, text }: PinnedLine): readonly DatedThing[] {
  const name = id === null ? `of ${at.slice(0, 10)}` : printable(id);
  const subject = oneLine(text).length > MAX_DECISION ? "" : `: ${printable(oneLine(text))}`;
  const about = `decision ${name}${by === null ? "" : ` by ${printable(by)}`}${subject}`;
  if (until === null) {
    const [day, ...more] = daysIn(text);
    return day === undefined || more.length > 0 ? [] : [namedDay(day, about)];
  }
  const end = normalTime(until) ?? normalTime(`${until}T00:00:00Z`);
  return [{ at: end, what: "in force until", about }];
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
      steps: datedSteps(text),
    };
  });
}

/** What is to be done is the last that is left out of a project. */
function isNextSteps({ name }: OutlinePiece): boolean {
  return /^next steps?$/i.test(name.trim());
}

function restLine(left: number): string {
  return `- and ${left} more`;
}

function moreProjects(left: number): string {
  return `- and ${left} more in context/projects/`;
}

/** The newest report; what has figures in it comes first. */
function readReport(files: ResponsibilityFiles, path: string): OutlinedFile {
  const outline = files.derive(path, "report", (text) => outlineOf(text, 4));
  return {
    path,
    heading: `### [${outline.title ?? path}](${path})`,
    outline,
    isFirst: ({ text }) => /\d/.test(text),
  };
}

function describeRun({ id, path, summary }: FileEvent): string {
  return `- run ${id}: ${oneLine(summary)} (link: ${path})`;
}

function oneLine(text: string): string {
  return excerpt(text.replaceAll(/\s+/g, " ").trim(), 160);
}
