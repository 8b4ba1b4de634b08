import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseTime } from "../build-items.ts";
import type { PartOwner } from "./part-bodies.ts";

/** A message as its row has it, without its parts. */
export interface RowMessage extends PartOwner {
  readonly id: string;
  /** The user's message that it answers. */
  readonly parent: string | null;
  readonly at: string | null;
  readonly data: JsonObject;
}

/** Reads the row of a message. */
export function messageOf(record: JsonObject, line: number): RowMessage {
  const data = isObject(record.data) ? record.data : {};
  const id = record.id ?? data.id;
  const role = data.role === "assistant" ? "assistant" : "user";
  const isFinished = data.finish !== undefined && data.error === undefined;
  return {
    id: typeof id === "string" ? id : `line-${line}`,
    parent: typeof data.parentID === "string" ? data.parentID : null,
    role,
    model: modelOf(data),
    isSummary: role === "assistant" && data.summary === true && isFinished,
    at: parseTime(isObject(data.time) ? data.time.created : record.time_created),
    data,
  };
}

function modelOf({ modelID, model }: JsonObject): string | null {
  if (typeof modelID === "string") return modelID;
  return isObject(model) && typeof model.modelID === "string" ? model.modelID : null;
}
