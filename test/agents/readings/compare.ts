/** Compares what an agent sends next with what our reader makes of its session. */
import type { TranscriptItem } from "../../../src/model/transcript.ts";
import type { ConversationItem } from "../../../src/transcripts/conversation-item.ts";
import type { SentItem } from "../sent/item.ts";

/** A reading of a session. */
export interface Reading {
  /** What is in force, in order. */
  readonly inForce: readonly ConversationItem[];
  /** Texts on the main path that the loss report names: context, errors, thinking. */
  readonly reported: readonly TranscriptItem[];
  /** Texts of records whose kind is declared as context of the agent. */
  readonly context: readonly string[];
}

/** What the comparison found. */
export interface Comparison {
  /** Sent by the agent, and neither in the reading nor on the loss report. */
  readonly missing: readonly string[];
  /** In the reading as in force, and not sent by the agent. */
  readonly extra: readonly string[];
  /** Texts that the model sees and the loss report names. */
  readonly reported: number;
}

type Sent<Kind> = Extract<SentItem, { kind: Kind }>;

/** Compares a request with a reading, in order; `context` is what the program makes for each request. */
export function compareReading(
  sent: readonly SentItem[],
  reading: Reading,
  context: readonly RegExp[],
): Comparison {
  const matcher = createMatcher(reading, context);
  for (const item of sent) {
    if (item.kind === "call") matcher.call(item);
    else if (item.kind === "result") matcher.result(item);
    else matcher.text(item);
  }
  return matcher.comparison();
}

function createMatcher({ inForce, ...others }: Reading, patterns: readonly RegExp[]) {
  const reported = others.reported.map((item) => plain(textOf(item)));
  const known = [...new Set([...reported, ...others.context.map(plain)])]
    .filter((text) => text !== "")
    .sort((a, b) => b.length - a.length);
  const seen = new Set<ConversationItem>();
  const named = new Set<string>();
  const missing: string[] = [];
  const calls = new Map<string, string>();
  let next = 0;

  function take(isWanted: (item: ConversationItem) => boolean): ConversationItem | null {
    const at = inForce.findIndex((item, index) => index >= next && isWanted(item));
    const item = inForce[at];
    if (item === undefined) return null;
    seen.add(item);
    next = at + 1;
    return item;
  }

  /** What is left of a text when everything that the reading explains is taken out. */
  function rest(text: string, mayTake: (item: ConversationItem) => boolean): string {
    let left = plain(text);
    for (;;) {
      const item = take((one) => mayTake(one) && contains(left, one));
      if (item === null) break;
      left = left.replace(plain(textOf(item)), " ");
    }
    for (const text of known) {
      if (!left.includes(text)) continue;
      left = left.replace(text, " ");
      named.add(text);
    }
    for (const pattern of patterns) left = left.replace(pattern, " ");
    return isPart(left.trim()) ? "" : left.trim();
  }

  /** A message may be sent in several pieces. */
  function isPart(left: string): boolean {
    const at = inForce.findIndex((item, index) => {
      return index >= next - 1 && isMessage(item) && plain(textOf(item)).includes(left);
    });
    const item = inForce[at];
    if (left === "" || item === undefined) return left === "";
    seen.add(item);
    next = at;
    return true;
  }

  return {
    text({ kind, text }: Sent<"user" | "assistant" | "system">): void {
      const left = rest(text, kind === "system" ? () => false : isMessage);
      if (left !== "") missing.push(`${kind}: ${left}`);
    },
    call(call: Sent<"call">): void {
      const item = take(
        (one) =>
          one.kind === "tool_call" &&
          one.name === call.name &&
          sorted(one.arguments) === sorted(call.arguments),
      );
      if (item?.kind === "tool_call") calls.set(call.id, item.call_id);
      else missing.push(`call: ${call.name} ${JSON.stringify(call.arguments)}`);
    },
    result({ id, text }: Sent<"result">): void {
      const call_id = calls.get(id);
      const item = inForce.find((one) => one.kind === "tool_result" && one.call_id === call_id);
      if (item !== undefined) seen.add(item);
      const itemText = item === undefined ? "" : plain(textOf(item));
      const left = rest(plain(text).replace(itemText, " "), comesWithResult);
      const isReported = left === "" || (item !== undefined && itemText.includes(plain(text)));
      if (!isReported) missing.push(`result: ${left}`);
    },
    comparison: (): Comparison => ({
      missing: missing.map(shortened),
      extra: inForce
        .filter((item) => !seen.has(item) && plain(textOf(item)) !== "")
        .map((item) => shortened(`${item.kind}: ${textOf(item)}`)),
      reported: named.size,
    }),
  };
}

function isMessage({ kind }: ConversationItem): boolean {
  return kind === "message" || kind === "compaction";
}

/** What a hook said about a call is sent with its result, and so is the report of a background task that ended meanwhile. */
function comesWithResult(item: ConversationItem): boolean {
  return (
    item.kind === "message" && /^(?:\[Blocked by the hook |<task-notification>)/.test(item.text)
  );
}

function contains(text: string, item: ConversationItem): boolean {
  const itemText = plain(textOf(item));
  return itemText !== "" && text.includes(itemText);
}

/** The text that an item puts before a model. */
function textOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "message":
    case "injected":
    case "error":
    case "reasoning":
      return item.text;
    case "tool_result":
      return item.content;
    case "compaction":
      return item.summary ?? "";
    case "tool_call":
      return `${item.name} ${JSON.stringify(item.arguments)}`;
    default:
      return "";
  }
}

/** Spaces and the marks around reminders differ between a file and a request. */
function plain(text: string): string {
  return text
    .replace(/<\/?system-reminder>/g, " ")
    .replace(COMMAND, "$1 $2")
    .replace(BLOCKED, "[Blocked by the hook $1] $2 ")
    .replace(/\s+/g, " ")
    .trim();
}

/** How Claude Code sends a command of the user. */
const COMMAND =
  /<command-message>[^<]*<\/command-message>\s*<command-name>([^<]*)<\/command-name>\s*<command-args>([^<]*)<\/command-args>/g;

/** How Claude Code sends the objection of a hook, beside the result of the call. */
const BLOCKED = /(\S+) hook blocking error from command: "(.*?)": /g;

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
