import { isObject, type JsonObject } from "../base/json/value.ts";

/** What a server shows of a session with one notification: a piece of a text, or what is new about a tool call. */
export type SessionUpdate =
  | {
      readonly kind: "text";
      readonly role: "user" | "assistant" | "thought";
      readonly text: string;
    }
  | {
      readonly kind: "call";
      readonly call_id: string;
      /** Every text that the update contains, whatever it is for. */
      readonly texts: readonly string[];
      /** Texts of the arguments; null when the update has none. */
      readonly inputs: readonly string[] | null;
    };

const ROLES = new Map([
  ["user_message_chunk", "user"],
  ["agent_message_chunk", "assistant"],
  ["agent_thought_chunk", "thought"],
] as const);

/** Reads an update of a session; null for one that shows nothing of it. */
export function readUpdate(update: JsonObject): SessionUpdate | null {
  const { sessionUpdate: type } = update;
  const role = [...ROLES].find(([name]) => name === type)?.[1];
  if (role !== undefined) return { kind: "text", role, text: textOf(update.content) };
  if (type !== "tool_call" && type !== "tool_call_update") return null;
  return typeof update.toolCallId === "string" ? callOf(update, update.toolCallId) : null;
}

function textOf(content: unknown): string {
  return isObject(content) && typeof content.text === "string" ? content.text : "";
}

function callOf(update: JsonObject, call_id: string): SessionUpdate {
  const { sessionUpdate: _type, toolCallId: _id, status: _status, ...shown } = update;
  const { rawInput } = update;
  const hasInput = rawInput !== undefined && rawInput !== null;
  return {
    kind: "call",
    call_id,
    texts: textsIn(shown),
    inputs: hasInput ? textsIn(rawInput) : null,
  };
}

/** More values than this are not looked at: nobody's call has them. */
const MAX_VALUES = 100_000;

/** All texts within a value, in their order, without recursion: it may be nested to any depth. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < MAX_VALUES; seen++) {
    const each = waiting.pop();
    if (typeof each === "string") texts.push(each);
    else if (typeof each === "number" || typeof each === "boolean") texts.push(String(each));
    else if (typeof each === "object" && each !== null) {
      const values: readonly unknown[] = Object.values(each).slice(0, MAX_VALUES);
      for (let at = values.length - 1; at >= 0; at--) waiting.push(values[at]);
    }
  }
  return texts;
}
