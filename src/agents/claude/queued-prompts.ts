import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { textOf } from "./blocks.ts";

/**
 * Follows what was typed while the agent worked. Most of it comes again, as a record of its own, when it
 * is delivered; versions before 2.1.80 wrote no such record for words that were taken into a running
 * turn, so that the queue alone has them.
 */
export interface QueuedPrompts {
  /** Sees every record; returns the numbers of queued ones that say nothing of their own. */
  see(record: JsonObject, bodies: readonly ItemBody[], number: number): readonly number[];
}

interface Queued {
  readonly number: number;
  readonly text: string;
}

/** More words than these wait for nobody. */
const MAX_QUEUED = 256;

/** Begins with an empty queue. */
export function createQueuedPrompts(): QueuedPrompts {
  let queued: Queued[] = [];

  /** Takes those out of the queue of which this is true. */
  function take(isTaken: (entry: Queued) => boolean): readonly number[] {
    const taken = queued.filter(isTaken);
    if (taken.length > 0) queued = queued.filter((entry) => !isTaken(entry));
    return taken.map(({ number }) => number);
  }

  /**
   * Taken back into the input line: what the person makes of it comes again. The same words may have been
   * typed before and have reached the agent; those stay.
   */
  function takeBack(text: string): readonly number[] {
    const latest = new Map(queued.map((entry) => [entry.text, entry.number]));
    return take(
      (entry) =>
        latest.get(entry.text) === entry.number && (text === "" || contains(entry.text)(text)),
    );
  }

  return {
    see(record, bodies, number) {
      if (record.type === "queue-operation") {
        const text = textOf(record.content).trim();
        if (record.operation === "enqueue" && text !== "") queued.push({ number, text });
        if (queued.length > MAX_QUEUED) queued.shift();
        return record.operation === "popAll" ? takeBack(text) : [];
      }
      if (queued.length === 0) return [];
      const delivered = deliveredTexts(record, bodies);
      return delivered.length === 0 ? [] : take((entry) => delivered.some(contains(entry.text)));
    },
  };
}

function deliveredTexts(record: JsonObject, bodies: readonly ItemBody[]): readonly string[] {
  const { type, message, attachment } = record;
  if (type === "attachment") return isObject(attachment) ? [textOf(attachment.prompt)] : [];
  if (type !== "user" || !isObject(message)) return [];
  return [textOf(message.content), ...bodies.flatMap(spokenText)];
}

function spokenText(body: ItemBody): readonly string[] {
  if (body.kind === "message") return [body.text];
  const command =
    body.kind === "tool_call" && isObject(body.arguments) ? body.arguments.command : null;
  return typeof command === "string" ? [command] : [];
}

/** Several that waited may be delivered together, one below the other. */
function contains(queued: string): (text: string) => boolean {
  return (text) => `\n${text.trim()}\n`.includes(`\n${queued}\n`);
}
