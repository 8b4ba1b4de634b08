import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { boundDepth } from "../records/bound-depth.ts";
import { attachmentsOf, isInjected, textsOf, unknownPartsOf } from "./content.ts";
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
      return [callOf(call_id, item.name ?? "tool_search", item.arguments)];
    case "custom_tool_call":
      return [callOf(call_id, item.name, item.input)];
    case "local_shell_call":
      return [callOf(call_id, "local_shell", item.action)];
    case "function_call_output":
    case "custom_tool_call_output":
      return [resultOf(call_id, item.output), ...unknownPartsOf(item.output)];
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
      return textsOf(item.content).map((text) => ({ kind: "injected", text }));
    default:
      return [];
  }
}

/** Items that are one call or one result, whatever they hold. */
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
  const words = texts.filter((text) => !isInjected(text));
  const bodies: ItemBody[] = texts
    .filter(isInjected)
    .flatMap((text, at) => userCommandOf(text, `user-shell-${line}-${at}`) ?? [programBody(text)]);
  if (words.length === 0 && attachments.length === 0) return bodies;
  const text = words.join("\n");
  return [...bodies, { kind: "message", role, text, model: null, attachments }];
}

/** Content that the program brings into a user's place, by its mark: a sub-agent's report, a skill. */
const BROUGHT = [
  [/^\s*<subagent_notification>/, "task"],
  [/^\s*<skill>/, "prompt"],
] as const;

/** Everything else that the program puts in the receiver has of its own. */
function programBody(text: string): ItemBody {
  const [, sender] = BROUGHT.find(([mark]) => mark.test(text)) ?? [];
  if (sender === undefined) return { kind: "injected", text };
  return { kind: "message", role: "user", text, model: null, attachments: [], sender };
}

/** The summary of a compaction is written as an answer, too. */
function isCompactionOutput({ metadata }: JsonObject): boolean {
  return isObject(metadata) && metadata.compaction_output === true;
}

function reasoningOf({ summary, content, encrypted_content }: JsonObject): ItemBody {
  const text = [...textsOf(summary), ...textsOf(content)].join("\n");
  return { kind: "reasoning", text, sealed: typeof encrypted_content === "string" };
}

function callOf(call_id: string, name: unknown, given: unknown): ItemBody {
  const called = typeof name === "string" ? name : "(unnamed)";
  return { kind: "tool_call", call_id, name: called, arguments: argumentsOf(given) };
}

/** Arguments are an object as text; some tools take bare text. */
function argumentsOf(given: unknown): Record<string, unknown> | string {
  if (isObject(given)) return { ...given };
  if (typeof given !== "string") return {};
  if (!given.startsWith("{")) return given;
  try {
    const value: unknown = JSON.parse(given);
    boundDepth(value);
    return isObject(value) ? { ...value } : given;
  } catch {
    return given;
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
