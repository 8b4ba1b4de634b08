import type { PersonSigns } from "../../agents/person-signs.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { isInterruption } from "../../transcripts/dispositions.ts";

/** How a person, or the rights that the agent was given, stepped in. */
export interface Intervention {
  /** A message after the first request, the answer to a question, a call that was refused, an interruption. */
  readonly kind: "message" | "answer" | "refusal" | "interrupt";
  readonly at: string | null;
}

/** Counts while a session is read. */
export interface InterventionCounter {
  /** Takes the next item of the session. */
  add(item: TranscriptItem): void;
  /** What a bundle records: the number, and the first of them. */
  result(): Interventions;
}

/** What a bundle records of interventions. */
export interface Interventions {
  readonly count: number;
  readonly list: readonly Intervention[];
}

/** Interventions that are listed; all are counted. */
const MAX_LISTED = 100;
/** A command to the agent's own program, which some agents record as a message. */
const PROGRAM_COMMAND = /^\/[a-z0-9_:-]*$/i;

/**
 * Counts how often somebody stepped in after the work had begun. Results of tools, output of hooks, context that a
 * program adds, summaries and commands to the program are none. Only what is in force counts, without sub-agents.
 * That a person allowed a call leaves no trace in most sessions and is not counted.
 */
export function createInterventionCounter(signs: PersonSigns | undefined): InterventionCounter {
  const found: Intervention[] = [];
  const calls = new Map<string, string>();
  let hasBegun = false;
  let lastRecord = "";
  let isRefused = false; // A refused call is often followed by the mark of an interruption.
  const kindOf = (item: TranscriptItem): Intervention["kind"] | null => {
    if (item.kind === "message" && item.role === "user") {
      const { file, line } = item.source;
      const isSameRecord = lastRecord === `${file}:${line}`;
      const isPerson = item.sender === undefined && !PROGRAM_COMMAND.test(item.text.trim());
      if (!isPerson || !hasBegun || isSameRecord) return null;
      lastRecord = `${file}:${line}`;
      return "message";
    }
    if (item.kind === "tool_result") return resultKind(item, calls.get(item.call_id), signs);
    return isInterruption(item) && !isRefused ? "interrupt" : null;
  };
  return {
    add(item) {
      if (item.thread !== null || item.branch !== null) return;
      if (item.kind === "tool_call") calls.set(item.call_id, item.name);
      const isAction =
        item.kind === "tool_call" || (item.kind === "message" && item.role === "assistant");
      if (isAction) isRefused = false;
      const kind = kindOf(item);
      // A turn that failed or was stopped is over as well.
      hasBegun ||= isAction || item.kind === "error";
      if (kind === "refusal") isRefused = true;
      if (kind !== null) found.push({ kind, at: item.at });
    },
    result: () => ({ count: found.length, list: found.slice(0, MAX_LISTED) }),
  };
}

function resultKind(
  { ok, content }: Extract<TranscriptItem, { kind: "tool_result" }>,
  tool: string | undefined,
  signs: PersonSigns | undefined,
): Intervention["kind"] | null {
  if (tool === undefined || signs === undefined) return null;
  if (signs.questionTools.includes(tool)) return ok ? "answer" : "refusal";
  // A command may print the same words; then it went well.
  return !ok && signs.refusal?.test(content) ? "refusal" : null;
}

/** Counts the interventions of a session that is read for nothing else. */
export async function countInterventions(
  items: AsyncIterable<TranscriptItem>,
  signs: PersonSigns | undefined,
): Promise<Interventions> {
  const counter = createInterventionCounter(signs);
  for await (const item of items) counter.add(item);
  return counter.result();
}

/** Interventions as `bundle.json` has them. */
export function interventionsJson({ count, list }: Interventions): JsonObject {
  return {
    count,
    list: list.map(({ kind, at }) => (at === null ? { kind } : { kind, at })),
  };
}
