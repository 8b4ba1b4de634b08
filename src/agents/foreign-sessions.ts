import { isObject, type JsonObject } from "../base/json/value.ts";
import { headText, readHead } from "./records/read-head.ts";

/**
 * The name of an agent that we cannot read and whose session a file is; null for any other file. Qwen Code
 * began as a copy of Gemini CLI and took over Claude Code's names for the fields of a record, so that its
 * logs look like theirs and would be read as sessions in which hardly anything was said.
 */
export async function foreignAgentOf(path: string): Promise<string | null> {
  if (path.endsWith(".jsonl")) return (await readHead(path)).some(isQwenRecord) ? QWEN : null;
  if (!path.endsWith(".json")) return null;
  // Its earlier versions wrote Gemini CLI's documents with a type of their own for answers.
  const head = await headText(path);
  return /"projectHash"\s*:/.test(head) && /"type"\s*:\s*"qwen"/.test(head) ? QWEN : null;
}

const QWEN = "Qwen Code";

/** A record in Claude Code's envelope whose message has the parts of the Gemini API. */
export function isQwenRecord({ sessionId, uuid, message, systemPayload }: JsonObject): boolean {
  if (typeof sessionId !== "string" || typeof uuid !== "string") return false;
  return (isObject(message) && Array.isArray(message.parts)) || systemPayload !== undefined;
}
