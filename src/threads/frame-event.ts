/**
 * Writes frames: the events whose types and keys come from the rip log format (`model/frames.ts`).
 * Using its spelling means that an exported log of a thread can be read by other programs of that
 * format, and that imported and own events go through the same tables.
 */

import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import { type Text, toText } from "../ledger/texts.ts";
import type { Actor } from "../model/event.ts";
import { bodySchema, payloadToContent } from "../model/frame-payload.ts";
import { type FrameName, frameTypes } from "../model/frames.ts";

/** A frame that is to be recorded. */
export interface NewFrame {
  readonly stream: string;
  readonly type: FrameName;
  /** Keys as the log format spells them, without actor_id and origin. */
  readonly payload: JsonObject;
  readonly actor: Actor | null;
}

/**
 * Builds the event of a frame. Long contents become texts beside the event, referenced by hash. A
 * frame with a wrong shape is `E_SHAPE`: an append-only log must not receive what its own readers
 * refuse.
 */
export function frameEvent({ stream, type, payload, actor }: NewFrame): NewEvent {
  const texts: Text[] = [];
  const frameType = frameTypes[type];
  const { body } = payloadToContent(frameType, payload, (content) => {
    const text = toText(content);
    texts.push(text);
    return text.ref;
  });
  const checked = bodySchema(frameType).safeParse(body);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const state = `"${issue?.path.join(".") ?? ""}": ${issue?.message ?? "wrong shape"}`;
    throw new HoldallError("E_SHAPE", `Cannot record a frame of type "${type}": ${state}`);
  }
  return { stream, type, actor: frameType.actor === "none" ? null : actor, body, texts };
}
