import { oneLine, truncateEnd, truncateMiddle } from "../../base/text/one-line.ts";
import type { Turn, TurnStep } from "../../model/turn.ts";
import { type BoundedLines, createBoundedLines } from "./bounded-lines.ts";
import { findLabelledLines } from "./labelled-lines.ts";
import { type SectionName, type Sections, sectionNames } from "./sections.ts";
import {
  createFileTally,
  createToolTally,
  type FileTally,
  type FileVerb,
  type ToolTally,
} from "./tally.ts";
import { createTurnDigest, isPlanLine, type TurnDigest } from "./turn-digest.ts";

/**
 * Longest line in characters: of a fact, the goal, one side of a recent turn, and of an earlier
 * one.
 */
const FACT = 240;
const GOAL = 400;
const RECENT = 600;
const EARLIER = 200;

// Argument names under which known tools pass a path; others are not guessed.
const PATH_KEYS = ["path", "file_path", "filename", "file", "notebook_path"];
// By name, because a call does not declare whether it writes. Recorded effects are exact; this only
// adds.
const CHANGES = /write|edit|patch|create|delete|remove|move|rename/i;

/** The facts of a conversation so far, bounded however long it is. */
export interface SummaryFacts {
  readonly lines: ReadonlyMap<SectionName, BoundedLines>;
  readonly files: FileTally;
  readonly tools: ToolTally;
  readonly digest: TurnDigest;
}

/** Starts with the facts of an earlier summary. */
export function createSummaryFacts(earlier: Sections): SummaryFacts {
  const open = earlier.get("Open");
  const failures = earlier.get("Failures");
  // The digest states again what of a plan is open and what still fails.
  const known = new Map(earlier);
  if (open !== undefined) {
    known.set("Open", { ...open, lines: open.lines.filter((line) => !isPlanLine(line)) });
  }
  known.delete("Failures");
  return {
    digest: createTurnDigest({ open, failures }),
    lines: new Map(sectionNames.map((name) => [name, createBoundedLines(known.get(name))])),
    files: createFileTally(earlier.get("Files")),
    tools: createToolTally(earlier.get("Tools")),
  };
}

/** Adds the facts of a turn. The first message of the conversation is its goal. */
export function addTurn(facts: SummaryFacts, turn: Turn): void {
  const { user, reply, steps } = turn;
  facts.digest.add(turn);
  const who = `${user.seq} ${oneLine(user.actor_id)}`;
  if (facts.lines.get("Goal")?.section().lines.length === 0) {
    addLine(facts, "Goal", `- [${who}] ${truncateMiddle(oneLine(user.content), GOAL)}`);
  }
  addLabelledLines(facts, user.content, who);
  addLabelledLines(facts, reply?.text ?? "", `${user.seq} assistant`);
  for (const ref of user.refs) {
    if (ref.type === "file_ref") facts.files.add(ref.path, "named", user.seq);
  }
  addSteps(facts, steps, user.seq);
}

/** Adds what the turns come down to, once all are known: later ones overtake what earlier ones said. */
export function finishFacts(facts: SummaryFacts): void {
  for (const line of facts.digest.requests()) addLine(facts, "Requests and outcomes", line);
  for (const line of facts.digest.plan()) addLine(facts, "Open", line);
  for (const line of facts.digest.failures()) addLine(facts, "Failures", line);
}

/** The conversation of a turn, both sides. */
export function conversationLines({ user, reply }: Turn): readonly string[] {
  const asked = truncateMiddle(oneLine(user.content), RECENT);
  const question = `- [${user.seq} ${oneLine(user.actor_id)}] ${asked}`;
  if (reply === null || reply.text === "") return [question];
  const replyText =
    reply.text === null ? "(cannot be read)" : truncateMiddle(oneLine(reply.text), RECENT);
  const ending = reply.reason === "completed" ? "" : ` (${truncateEnd(oneLine(reply.reason), 80)})`;
  return [question, `- [${user.seq} assistant] ${replyText}${ending}`];
}

/** Keeps a line of conversation that an older summary gave as recent. */
export function addEarlierLine(facts: SummaryFacts, line: string): void {
  addLine(facts, "Earlier conversation", truncateMiddle(line, EARLIER));
}

/** All facts as sections of a summary. */
export function sectionsOf({ lines, files, tools }: SummaryFacts): Sections {
  const sections = new Map([...lines].map(([name, list]) => [name, list.section()]));
  sections.set("Files", files.section());
  sections.set("Tools", tools.section());
  return sections;
}

/** An item that is reported done leaves the open list, if it is named by the same text. */
function addLabelledLines(facts: SummaryFacts, text: string, where: string): void {
  for (const { section, text: fact } of findLabelledLines(text)) {
    const line = `- [${where}] ${truncateEnd(oneLine(fact), FACT)}`;
    if (section === "Done") facts.lines.get("Open")?.remove(line);
    addLine(facts, section, line);
  }
}

function addSteps(facts: SummaryFacts, steps: readonly TurnStep[], seq: number): void {
  const names = new Map<string, string>();
  for (const step of steps) {
    switch (step.type) {
      case "tool_call":
        names.set(step.call_id, step.name);
        addCall(facts, step, seq);
        break;
      case "tool_side_effect_ref":
        for (const path of step.affected_paths ?? []) facts.files.add(path, "changed", seq);
        break;
      case "tool_result":
        if (!step.ok) facts.tools.add(names.get(step.call_id) ?? "tool", { calls: 0, failed: 1 });
        break;
      default:
        step satisfies never;
    }
  }
}

function addCall(
  facts: SummaryFacts,
  { name, arguments: input }: Extract<TurnStep, { type: "tool_call" }>,
  seq: number,
): void {
  facts.tools.add(name, { calls: 1, failed: 0 });
  if (typeof input === "string") return;
  const verb: FileVerb = CHANGES.test(name) ? "changed" : "read";
  for (const key of PATH_KEYS) {
    const path = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof path === "string") facts.files.add(path, verb, seq);
  }
}

function addLine(facts: SummaryFacts, name: SectionName, line: string): void {
  facts.lines.get(name)?.add(line);
}
