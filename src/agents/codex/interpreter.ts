import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { textsOf } from "./content.ts";
import type { Envelope } from "./envelope.ts";
import { eventBodies } from "./event-bodies.ts";
import { agentMessageBodies, itemBodies, pairingOf } from "./item-bodies.ts";
import { createUsageMeter } from "./usage.ts";

/** What an index needs of a body: of a call or a result only which one it is. */
export type BodySketch =
  | ItemBody
  | Pick<Extract<ItemBody, { call_id: string }>, "kind" | "call_id">;

/** Says what lines mean, one after the other: a rollout is a log, and some lines rest on earlier ones. */
export interface Interpreter {
  /** The bodies of a line, none for one that is kept in raw form alone. */
  bodies(envelope: Envelope, line: number): readonly ItemBody[];
  /** The same without what calls and results contain, which is most of a rollout. */
  sketches(envelope: Envelope, line: number): readonly BodySketch[];
}

/** Begins interpreting a rollout at its first line. */
export function createInterpreter(): Interpreter {
  const meter = createUsageMeter();
  let model: string | null = null;

  function bodies(envelope: Envelope, line: number): readonly ItemBody[] {
    const { type, payload } = envelope;
    switch (type) {
      case "turn_context":
        if (typeof payload.model === "string") model = payload.model;
        return [];
      case "response_item":
        return itemBodies(payload, model, line);
      case "inter_agent_communication":
        return agentMessageBodies(communicationContent(payload));
      case "compacted":
        return [compactionOf(payload)];
      case "event_msg":
        if (payload.type === "thread_rolled_back")
          return [{ kind: "branch", reason: "rolled back" }];
        return [...eventBodies(payload), ...meter.bodies(envelope, model)];
      default:
        return meter.bodies(envelope, model);
    }
  }

  return {
    bodies,
    sketches(envelope, line) {
      const { type, payload } = envelope;
      const pairing = type === "response_item" ? pairingOf(payload, line) : null;
      return pairing === null ? bodies(envelope, line) : [pairing];
    },
  };
}

/** A message between agents as the program sends it. */
function communicationContent({ content, encrypted_content }: JsonObject): unknown {
  return typeof encrypted_content === "string" ? [{ encrypted_content }] : [content];
}

/** A summary made at the provider's is sealed; the message is then empty. */
function compactionOf({ message, replacement_history }: JsonObject): ItemBody {
  const summary = textsOf(message).join("\n");
  const body = { kind: "compaction", trigger: null, kept: [] } as const;
  if (summary !== "") return { ...body, kept: [], summary };
  return { ...body, kept: [], summary: null, sealed_tokens: sealedTokens(replacement_history) };
}

const SEALED_OVERHEAD = 650;
const BYTES_PER_TOKEN = 4;

/** The size of encrypted summaries as the program estimates it: base64, and what encryption adds. */
function sealedTokens(history: unknown): number {
  if (!Array.isArray(history)) return 0;
  const sizes = history.map((item) => {
    const sealed = isObject(item) && item.type !== "reasoning" ? item.encrypted_content : null;
    if (typeof sealed !== "string") return 0;
    return Math.max(0, Math.floor((sealed.length * 3) / 4) - SEALED_OVERHEAD);
  });
  return Math.ceil(sizes.reduce((sum, bytes) => sum + bytes, 0) / BYTES_PER_TOKEN);
}
