import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { StreamedCall } from "../streaming.ts";

/** Most calls of one response; a stream with more counts as broken. */
const MAX_CALLS = 1000;

interface GrowingCall {
  item_id: string | null;
  call_id: string;
  name: string;
  arguments: string;
}

/**
 * The function calls of a stream, identified by item id or, without one, by their position in the
 * output. Arguments arrive in pieces and again complete at the end; the complete ones replace the
 * pieces.
 */
export function createCalls(maxBytes: number) {
  const byItem = new Map<string, GrowingCall>();
  const budget = createArgumentBudget(maxBytes);
  const take = (item: Json | undefined, key: string | null): boolean => {
    if (!isObject(item) || item.type !== "function_call" || key === null) return true;
    const known = byItem.get(key);
    if (!known && byItem.size === MAX_CALLS) return false;
    const call = known ?? { item_id: null, call_id: "", name: "", arguments: "" };
    byItem.set(key, call);
    describe(call, item);
    return budget.replace(call, item.arguments);
  };
  return {
    /** Applies an event; false if the limit was exceeded. */
    see(data: JsonObject): boolean {
      const call = byItem.get(keyOf(data) ?? "");
      switch (data.type) {
        case "response.output_item.added":
        case "response.output_item.done":
          return take(data.item, keyOf(data));
        case "response.function_call_arguments.delta":
          return !call || typeof data.delta !== "string" || budget.grow(call, data.delta);
        case "response.function_call_arguments.done":
          return !call || budget.replace(call, data.arguments);
        case "response.completed":
          return outputOf(data).every((item, output_index) =>
            take(item, keyOf({ item, output_index })),
          );
        default:
          return true;
      }
    },
    list: (): StreamedCall[] => [...byItem.values()].map((call) => ({ ...call })),
  };
}

/** The limit that the arguments of all calls share, in bytes. */
function createArgumentBudget(maxBytes: number) {
  let bytes = 0;
  const grow = (call: GrowingCall, text: string): boolean => {
    bytes += Buffer.byteLength(text);
    if (bytes <= maxBytes) call.arguments += text;
    return bytes <= maxBytes;
  };
  return {
    grow,
    /** Complete arguments replace the pieces; empty ones are ignored. */
    replace(call: GrowingCall, text: Json | undefined): boolean {
      if (typeof text !== "string" || text === "") return true;
      bytes -= Buffer.byteLength(call.arguments);
      call.arguments = "";
      return grow(call, text);
    },
  };
}

function describe(call: GrowingCall, { id, call_id, name }: JsonObject): void {
  if (typeof id === "string" && id !== "") call.item_id = id;
  if (typeof call_id === "string") call.call_id = call_id;
  if (typeof name === "string") call.name = name;
}

function outputOf({ response }: JsonObject): readonly Json[] {
  return isObject(response) && Array.isArray(response.output) ? response.output : [];
}

function keyOf(data: JsonObject): string | null {
  const item = isObject(data.item) ? data.item.id : data.item_id;
  if (typeof item === "string" && item !== "") return `item ${item}`;
  return typeof data.output_index === "number" ? `place ${data.output_index}` : null;
}
