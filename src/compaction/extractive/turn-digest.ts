/**
 * The digest of a thread's turns, the same as of a session's: requests and what came of them, the latest plan,
 * failures that nothing resolved. What an earlier summary listed as open is taken up again, so that later turns can
 * close it.
 */
import { oneLine, truncateMiddle } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { Turn, TurnStep } from "../../model/turn.ts";
import { commonTools } from "../../transcripts/common-tools.ts";
import { condenseTurns, type Weighed } from "../../transcripts/digest/condense.ts";
import { createDigest, digestItem } from "../../transcripts/digest/digest.ts";
import { heaviest } from "../../transcripts/digest/heaviest.ts";
import type { Section } from "./sections.ts";

/** Longest text of a request and of what came of it. */
const MAX_REQUEST_LENGTH = 300;
const MAX_OUTCOME_LENGTH = 500;
const PLAN = "- [plan] ";
const FAILED = "- [failed] ";

/** What the turns so far come down to, as lines of a summary. */
export interface TurnDigest {
  add(turn: Turn): void;
  requests(): readonly string[];
  /** Unfinished steps of the latest plan. */
  plan(): readonly string[];
  /** Failures after which the same command did not succeed. */
  failures(): readonly string[];
}

/** Begins with what an earlier summary listed as open and as failed. */
export function createTurnDigest(earlier: {
  readonly open: Section | undefined;
  readonly failures: Section | undefined;
}): TurnDigest {
  const digest = createDigest(commonTools);
  const steps = textsMarked(earlier.open, PLAN).map((text) => ({
    text,
    done: false,
    isStarted: false,
  }));
  if (steps.length > 0) digest.plan = { steps, item_id: "", at: null, asked: "" };
  for (const text of textsMarked(earlier.failures, FAILED)) digest.actions.restoreFailure(text);
  return {
    add(turn) {
      for (const item of itemsOf(turn)) digestItem(digest, item);
    },
    requests: () =>
      condenseTurns(digest, digest.turns.length).flatMap(({ turn, request, reply }) =>
        lineOf(turn.item_id, request, reply),
      ),
    plan: () =>
      (digest.plan?.steps ?? [])
        .filter(({ done }) => !done)
        .map(({ text }) => `${PLAN}${oneLine(text)}`),
    failures: () => digest.actions.failures().map(({ text }) => `${FAILED}${oneLine(text)}`),
  };
}

/** Whether a line was written from a plan, so that it is read back as one. */
export function isPlanLine(line: string): boolean {
  return line.startsWith(PLAN);
}

function textsMarked(section: Section | undefined, mark: string): readonly string[] {
  const lines = section?.lines ?? [];
  return lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
}

function lineOf(
  place: string,
  request: readonly Weighed[],
  reply: readonly Weighed[],
): readonly string[] {
  const asked = truncateMiddle(
    oneLine(request.map(({ text }) => text).join(" ")),
    MAX_REQUEST_LENGTH,
  );
  const outcome = oneLine(
    heaviest(reply, MAX_OUTCOME_LENGTH)
      .map(({ text }) => text)
      .join(" "),
  );
  if (asked === "" && outcome === "") return [];
  return [`- [${place}] ${[asked, outcome].filter((part) => part !== "").join(" -> ")}`];
}

function itemsOf({ user, steps, reply }: Turn): readonly TranscriptItem[] {
  const asked = message(`${user.seq} ${oneLine(user.actor_id)}`, "user", user.content);
  const text = reply?.text ?? "";
  const replies = text === "" ? [] : [message(`${user.seq} assistant`, "assistant", text)];
  return [asked, ...steps.flatMap((step) => stepItems(step, user.seq)), ...replies];
}

function stepItems(step: TurnStep, seq: number): readonly TranscriptItem[] {
  const common = { ...base(`${seq} tool`), actor: "tool" as const };
  switch (step.type) {
    case "tool_call":
      return [
        {
          ...common,
          actor: "assistant",
          kind: "tool_call",
          call_id: step.call_id,
          name: step.name,
          arguments: step.arguments,
        },
      ];
    case "tool_result": {
      const content = step.content ?? "";
      const { call_id, ok } = step;
      return [{ ...common, kind: "tool_result", call_id, ok, content, attachments: [] }];
    }
    case "tool_side_effect_ref":
      return [];
    default:
      return step satisfies never;
  }
}

function message(id: string, role: "user" | "assistant", text: string): TranscriptItem {
  return { ...base(id), actor: role, kind: "message", role, text, model: null, attachments: [] };
}

function base(id: string) {
  const source = { file: "", line: 0, type: "turn" };
  return { id, parent_id: null, at: null, source, raw: null, thread: null, branch: null };
}
