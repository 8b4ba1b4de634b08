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
  /** Its keys as a log spells them, without those that say who did it. */
  readonly payload: JsonObject;
  readonly actor: Actor | null;
}

/** Makes the event of a frame: what was said goes into texts. A frame with a wrong shape is `E_SHAPE`. */
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
