import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { textOf } from "./blocks.ts";

/** Who started which sub-agent, as far as the records say. */
export interface SubAgentCalls {
  /** Sub-agent to call. */
  readonly byAgent: Map<string, string>;
  /** Hash of a prompt to the call that gave it, for versions that name no agent. */
  readonly byPrompt: Map<string, string>;
  /** Call to the item that contains it. */
  readonly callItems: Map<string, string>;
}

const SUB_AGENT_TOOLS = new Set(["Task", "Agent"]);

/** Notes the calls of a record that start sub-agents, and which sub-agent a result is about. */
export function addSubAgentCalls(
  record: JsonObject,
  bodies: readonly ItemBody[],
  subAgentCalls: SubAgentCalls,
): void {
  let isAnswered = false;
  for (let index = 0; index < bodies.length; index++) {
    const body = bodies[index];
    if (body?.kind === "tool_call" && SUB_AGENT_TOOLS.has(body.name)) {
      const uuid = typeof record.uuid === "string" ? record.uuid : null;
      subAgentCalls.callItems.set(body.call_id, index === 0 ? `${uuid}` : `${uuid}/${index}`);
      const prompt = isObject(body.arguments) ? body.arguments.prompt : undefined;
      if (typeof prompt === "string") subAgentCalls.byPrompt.set(sha256(prompt), body.call_id);
    }
    if (body?.kind !== "tool_result" || isAnswered) continue;
    isAnswered = true;
    const result = record.toolUseResult;
    if (isObject(result) && typeof result.agentId === "string") {
      subAgentCalls.byAgent.set(result.agentId, body.call_id);
    }
  }
}

/** The hash of the prompt with which a sub-agent begins; null for any other record. */
export function promptOfRoot(record: JsonObject): string | null {
  const isRoot = record.parentUuid === null && record.type === "user";
  return isRoot && isObject(record.message) ? sha256(textOf(record.message.content)) : null;
}
