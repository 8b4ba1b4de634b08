import * as z from "zod";
import type { Schema } from "../base/schema.ts";
import { messageRefItem, turnStepItem } from "../model/context-items.ts";
import type { Turn } from "../model/turn.ts";
import type { Transaction } from "../stores/store.ts";
import { findThread } from "./find.ts";
import { readLineage } from "./lineage.ts";
import { describeThread, listedThreadSchema } from "./list.ts";
import { turnsBackward } from "./turns.ts";

/** A turn of a thread. */
const turnSchema = () =>
  z.object({
    user: z.object({
      thread_id: z.string(),
      seq: z.number(),
      event_id: z.string(),
      ordinal: z.number(),
      content: z.string(),
      actor_id: z.string(),
      origin: z.string(),
      refs: z.array(messageRefItem).readonly(),
    }),
    steps: z.array(turnStepItem).readonly(),
    reply: z
      .object({
        run_session_id: z.string(),
        text: z.string().nullable(),
        reason: z.string(),
      })
      .nullable(),
  }) satisfies Schema<Turn>;

/** A thread with the end of its conversation. */
export const shownThreadSchema = () =>
  z.object({
    ...listedThreadSchema().shape,
    workspace: z.string(),
    head_seq: z.number(),
    /** Messages it inherited. */
    inherited: z.number(),
    /** The newest turns, oldest first. */
    turns: z.array(turnSchema()).readonly(),
  });

/** A thread with the end of its conversation. */
export type ShownThread = z.infer<ReturnType<typeof shownThreadSchema>>;

/**
 * Shows a thread and its newest turns, inherited ones included. Reads backwards, and only as many
 * turns.
 */
export async function showThread(
  tx: Transaction,
  id: string,
  { limit }: { readonly limit: number },
): Promise<ShownThread> {
  const { thread, head } = await findThread(tx, id);
  const { segments } = await readLineage(tx, thread, head);
  const { before = 0, messages = 0 } = segments.at(-1) ?? {};
  const turns: Turn[] = [];
  for await (const turn of turnsBackward(tx, segments, {
    from: before + messages,
    detail: "turns",
  })) {
    if (turns.length === limit) break;
    turns.unshift(turn);
  }
  return {
    ...(await describeThread(tx, thread)),
    workspace: thread.workspace,
    head_seq: head,
    messages,
    inherited: before,
    turns,
  };
}
