import * as z from "zod";
import { isYieldDue, yieldInTurn } from "../../disk/yield-to-event-loop.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { jsonValue } from "../../model/json-values.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { pollingListener } from "../../stores/poll.ts";
import type { Listener } from "../../stores/store.ts";
import { findThread } from "../find.ts";
import { threadFrames } from "../follow.ts";
import { threadStream } from "../stream.ts";

/**
 * Pauses between two queries in ms where nothing announces events: short while they arrive, doubling up to the longest
 * while none does.
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

/** What is followed, and how far. */
interface Followed {
  readonly id: string;
  readonly "from-seq": number;
  readonly "max-events"?: number | undefined;
  readonly once: boolean;
}

/** Emits the events of a thread as they arrive, until enough are out or the call is stopped. */
export async function followThread(
  ledger: Ledger,
  context: OperationContext<Frame>,
  input: Followed,
) {
  const listener = input.once ? pollingListener : await listenTo(ledger, input.id);
  try {
    return await follow(ledger, context, { ...input, listener });
  } finally {
    listener.close();
  }
}

async function listenTo(ledger: Ledger, id: string): Promise<Listener> {
  const { thread } = await ledger.read((tx) => findThread(tx, id));
  return ledger.store.listen(threadStream(thread.thread_id));
}

async function follow(
  ledger: Ledger,
  context: OperationContext<Frame>,
  input: Followed & { readonly listener: Listener },
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
    await input.listener.wait(pause, context.signal);
  }
  return { events, next_seq: next };
}
