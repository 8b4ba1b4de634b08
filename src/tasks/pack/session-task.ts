/** A session as a task: what was asked, what counts as done, what happened, and how it ended. */

import { excerptLine } from "../../base/text/one-line.ts";
import type { EventRecord } from "../../model/task-bundle-records.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import { eventOfStep } from "../compare/event-of-step.ts";
import type { KeyedStep } from "../compare/step.ts";

/** The texts of a task that follow from a session. */
export interface SessionTask {
  readonly title: string;
  readonly task: string;
  readonly summary: string;
  /** When the last thing happened; null when nothing says so. */
  readonly endedAt: string | null;
  /** The files that it recorded as changed. */
  readonly changed: readonly string[];
}

const MAX_TITLE_SHOWN = 120;
const MAX_REQUESTS = 200;
const MAX_CRITERIA = 50;

/** Reads the texts of a task out of a session; null when nobody asked for anything in it. */
export async function sessionTask(
  header: TranscriptHeader,
  items: AsyncIterable<TranscriptItem>,
): Promise<SessionTask | null> {
  const requests: string[] = [];
  const changed = new Set<string>();
  let answer: string = "";
  let endedAt: string | null = null;
  for await (const item of items) {
    if (item.thread !== null || item.branch !== null) continue;
    endedAt = item.at ?? endedAt;
    if (item.kind === "file_change") changed.add(item.path);
    if (item.kind !== "message" || item.text.trim() === "") continue;
    if (item.role === "assistant") answer = item.text;
    else if (item.sender === undefined && requests.length < MAX_REQUESTS) requests.push(item.text);
  }
  const [first] = requests;
  if (first === undefined) return null;
  return {
    title: titleFrom(header.title ?? first),
    task: taskText(requests),
    summary: summaryText(answer, [...changed]),
    endedAt,
    changed: [...changed],
  };
}

/** The title of a task that is asked for with a text: a document may begin with the mark of a heading. */
export function titleFrom(text: string): string {
  return excerptLine(text.trim().replace(/^#{1,6}\s+/, ""), MAX_TITLE_SHOWN);
}

function taskText(requests: readonly string[]): string {
  const [first = "", ...later] = requests.map((text) => text.trim());
  const more = later.length === 0 ? "" : `\n## Later requests\n\n${later.map(quoted).join("\n")}`;
  const asked = `# Task\n\n${first}\n${more}`;
  // Whoever wrote down what counts as done knows better than we do.
  if (CRITERIA.test(first)) return asked;
  const criteria = acceptanceOf(requests).map((line) => `- ${line}\n`);
  return `${asked}\n## Acceptance criteria\n\n${criteria.join("")}`;
}

const CRITERIA = /^#{1,6}[ \t]+acceptance criteria\b/im;

function quoted(text: string): string {
  return `${text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")}\n`;
}

const LIST_ITEM = /^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?(\S.*)$/;
const DEMAND =
  /\b(?:must|should|shall|ensure|make sure|needs? to|has to|have to|expected?|without|never|always)\b/i;

/** What was asked for in words that can be checked: items of lists, and sentences that demand. */
function acceptanceOf(requests: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const line of requests.flatMap((text) => text.split("\n"))) {
    const item = LIST_ITEM.exec(line)?.[1];
    const sentences = item === undefined ? line.split(/(?<=[.!?])\s/) : [item];
    for (const sentence of sentences) {
      const isWanted = item !== undefined || DEMAND.test(sentence);
      if (isWanted && sentence.trim() !== "") found.add(excerptLine(sentence.trim(), 300));
    }
  }
  const [first = ""] = requests;
  const all = found.size === 0 ? [`Done as asked: ${excerptLine(first.trim(), 200)}`] : [...found];
  return all.slice(0, MAX_CRITERIA);
}

function summaryText(answer: string, changed: readonly string[]): string {
  const files = changed.slice(0, 100).map((path) => `- ${path}\n`);
  const list = files.length === 0 ? "" : `\n## Changed files\n\n${files.join("")}`;
  return `# Summary\n\n${answer.trim() || "The session has no answer."}\n${list}`;
}

/** The steps of a session as events; a step without a time gets that of the one before it. */
export async function sessionEvents(
  steps: AsyncIterable<KeyedStep>,
  startedAt: string,
): Promise<readonly EventRecord[]> {
  const events: EventRecord[] = [];
  let at = startedAt;
  for await (const { step } of steps) {
    at = step.at ?? at;
    events.push(eventOfStep(step, at));
  }
  return events;
}
