import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { boundDepth } from "../records/bound-depth.ts";
import { attachmentsOf, isInjected, sealedPart, textsOf, unknownPartsOf } from "./content.ts";
import { hasFailed, outputOf } from "./outputs.ts";
import { userCommandOf } from "./user-command.ts";

/** What an item of the model's own history says; its line names a call that has no id. */
export function itemBodies(item: JsonObject, model: string | null, line: number): ItemBody[] {
  const call_id = callIdOf(item, line);
  switch (item.type) {
    case "message":
      return [...messageBodies(item, model, line), ...unknownPartsOf(item.content)];
    case "reasoning":
      return [reasoningOf(item)];
    case "function_call":
    case "tool_search_call":
      return [
        callOf(call_id, toolName(item) ?? "tool_search", item.arguments),
        ...sealedArguments(item.encrypted_function_args),
      ];
    case "custom_tool_call":
      return [callOf(call_id, toolName(item), item.input)];
    case "local_shell_call":
      return [callOf(call_id, "local_shell", item.action)];
    case "function_call_output":
    case "custom_tool_call_output":
      return [resultOf(call_id, item.output), ...unknownPartsOf(item.output, "part of a result")];
    case "tool_search_output":
      return [resultOf(call_id, JSON.stringify(item.tools ?? []))];
    case "web_search_call":
      // The search runs at the provider's: its results never come to the file.
      return [callOf(call_id, "web_search", item.action), resultOf(call_id, "")];
    case "image_generation_call":
      return [
        callOf(call_id, "image_generation", { prompt: item.revised_prompt ?? null }),
        pictureOf(call_id, item.result),
      ];
    case "agent_message":
      return agentMessageBodies(item.content);
    default:
      return [];
  }
}

/**
 * A message of another agent, such as the final answer of a sub-agent: the model is sent it beside the user's
 * words. What the agents of a provider send each other on the way is encrypted.
 */
export function agentMessageBodies(content: unknown): ItemBody[] {
  const text = textsOf(content).join("\n");
  const sender = FINAL_ANSWER.test(text) ? "task" : "teammate";
  const message = { kind: "message", role: "user", text, model: null, sender } as const;
  const attachments = attachmentsOf(content);
  const isEmpty = text === "" && attachments.length === 0;
  return [
    ...(isEmpty ? [] : [{ ...message, attachments }]),
    ...unknownPartsOf(content, "message of another agent"),
  ];
}

const FINAL_ANSWER = /^Message Type: FINAL_ANSWER\b/;

/** The model encrypts what it writes to a sub-agent: the call shows nothing of it. */
function sealedArguments(names: unknown): ItemBody[] {
  return Array.isArray(names) && names.length > 0 ? [sealedPart("argument of a tool call")] : [];
}

/** Items that are one call or one result, whatever they contain. */
const PAIRED: ReadonlyMap<unknown, "tool_call" | "tool_result"> = new Map([
  ["function_call", "tool_call"],
  ["tool_search_call", "tool_call"],
  ["custom_tool_call", "tool_call"],
  ["local_shell_call", "tool_call"],
  ["function_call_output", "tool_result"],
  ["custom_tool_call_output", "tool_result"],
  ["tool_search_output", "tool_result"],
] as const);

/** Which call an item is, or answers, found without looking into it; null for any other item. */
export function pairingOf(item: JsonObject, line: number) {
  const kind = PAIRED.get(item.type);
  return kind === undefined ? null : { kind, call_id: callIdOf(item, line) };
}

function callIdOf({ call_id, id }: JsonObject, line: number): string {
  if (typeof call_id === "string") return call_id;
  return typeof id === "string" ? id : `line-${line}`;
}

function messageBodies(item: JsonObject, model: string | null, line: number): ItemBody[] {
  const texts = textsOf(item.content);
  const attachments = attachmentsOf(item.content);
  const { role } = item;
  if (role === "assistant" && !isCompactionOutput(item)) {
    const text = texts.join("\n");
    return text === "" ? [] : [{ kind: "message", role, text, model, attachments }];
  }
  if (role !== "user") return texts.map((text) => ({ kind: "injected", text }));
  const isBrought = (text: string) => isInjected(text) && !isTyped(item, text);
  const typed = texts.filter((text) => !isBrought(text));
  const bodies: ItemBody[] = texts
    .filter(isBrought)
    .flatMap((text, at) => userCommandOf(text, `user-shell-${line}-${at}`) ?? [programBody(text)]);
  if (typed.length === 0 && attachments.length === 0) return bodies;
  const text = typed.join("\n");
  return [...bodies, { kind: "message", role, text, model: null, attachments }];
}

/** Content that the program brings into a user's place, by its mark, and that the model works by. */
const BROUGHT = [
  [/^\s*<subagent_notification>/, "task"],
  [/^\s*<skill>/, "prompt"],
  // What a hook asks for when the model wants to end, a goal that goes on, and what an editor adds.
  [/^\s*<(?:hook_prompt|goal_context|codex_internal_context|external_)/, "prompt"],
] as const;

/** Everything else that the program puts in the receiver has of its own. */
function programBody(text: string): ItemBody {
  const [, sender] = BROUGHT.find(([mark]) => mark.test(text)) ?? [];
  if (sender === undefined) return { kind: "injected", text };
  return { kind: "message", role: "user", text, model: null, attachments: [], sender };
}

/** Newer versions state of each part whether the user wrote it; then its words may begin as they like. */
function isTyped(
  { content, internal_chat_message_metadata_passthrough: known }: JsonObject,
  text: string,
) {
  const kinds = isObject(known) ? known.content_item_kinds : undefined;
  if (!Array.isArray(kinds) || !Array.isArray(content)) return false;
  const at = content.findIndex((part) => isObject(part) && part.text === text);
  return kinds[at] === "user.text";
}

/** The summary of a compaction is written as an answer, too. */
function isCompactionOutput({ metadata }: JsonObject): boolean {
  return isObject(metadata) && metadata.compaction_output === true;
}

function reasoningOf({ summary, content, encrypted_content }: JsonObject): ItemBody {
  const text = [...textsOf(summary), ...textsOf(content)].join("\n");
  return { kind: "reasoning", text, sealed: typeof encrypted_content === "string" };
}

/** The name of a tool; of a server's, with the server that newer versions keep in a field beside it. */
function toolName({ name, namespace }: JsonObject): unknown {
  if (typeof name !== "string" || typeof namespace !== "string") return name;
  if (!namespace.startsWith("mcp__")) return name;
  const isJoined = namespace.endsWith("_") || name.startsWith("_");
  return `${namespace}${isJoined ? "" : "__"}${name}`;
}

function callOf(call_id: string, name: unknown, input: unknown): ItemBody {
  const called = typeof name === "string" ? name : "(unnamed)";
  return { kind: "tool_call", call_id, name: called, arguments: argumentsOf(input) };
}

/** Arguments are an object as text; some tools take bare text. */
function argumentsOf(input: unknown): Record<string, unknown> | string {
  if (isObject(input)) return { ...input };
  if (typeof input !== "string") return {};
  if (!input.startsWith("{")) return input;
  try {
    const value: unknown = JSON.parse(input);
    boundDepth(value);
    return isObject(value) ? { ...value } : input;
  } catch {
    return input;
  }
}

function resultOf(call_id: string, output: unknown): ItemBody {
  const content = outputOf(output);
  const attachments = attachmentsOf(isObject(output) ? output.content : output);
  return { kind: "tool_result", call_id, ok: !hasFailed(output, content), content, attachments };
}

function pictureOf(call_id: string, result: unknown): ItemBody {
  const base64 = typeof result === "string" ? result : null;
  const attachments = base64 === null ? [] : [{ media_type: "image/png", base64, uri: null }];
  return { kind: "tool_result", call_id, ok: true, content: "", attachments };
}
