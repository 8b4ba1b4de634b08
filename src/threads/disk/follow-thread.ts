import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { isYieldDue, yieldInTurn } from "../../disk/yield-to-event-loop.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { jsonValue } from "../../model/json-values.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { threadFrames } from "../follow.ts";

/**
 * Pauses between two queries in ms: short while events arrive, doubling up to the longest while
 * nothing does.
 */
const MIN_WAIT_MS = 50;
const MAX_WAIT_MS = 500;

/** An event in the form of a log line. */
export const frameSchema = () =>
  z.looseObject({
    seq: z.number(),
    type: z.string(),
    timestamp_ms: z.number(),
    actor_id: z.string().exactOptional(),
    content: z.string().exactOptional(),
    reason: jsonValue().exactOptional(),
    run_session_id: z.string().exactOptional(),
  });

type Frame = z.infer<ReturnType<typeof frameSchema>>;

/** Emits the events of a thread as they arrive, until enough are out or the call is stopped. */
export async function followThread(
  ledger: Ledger,
  context: OperationContext<Frame>,
  input: { id: string; "from-seq": number; "max-events"?: number | undefined; once: boolean },
) {
  const { "max-events": max = Number.MAX_SAFE_INTEGER } = input;
  let next = input["from-seq"];
  let events = 0;
  for (let pause = MIN_WAIT_MS; !context.signal.aborted; ) {
    const before = events;
    // A server has many that follow, whose pauses end together, and an event may be megabytes long.
    if (isYieldDue()) await yieldInTurn();
    for await (const { seq, line } of threadFrames(ledger, input.id, next)) {
      // Our own line: it has what every frame has.
      await context.emit(JSON.parse(line) as Frame);
      next = seq + 1;
      events += 1;
      if (events === max) return { events, next_seq: next };
    }
    if (input.once) break;
    pause = events > before ? MIN_WAIT_MS : Math.min(MAX_WAIT_MS, pause * 2);
    await wait(pause, undefined, { signal: context.signal }).catch(() => undefined);
  }
  return { events, next_seq: next };
}
