import * as z from "zod";
import type { IndexedSession } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { type LossItem, lossReport } from "../../model/loss.ts";
import { lossSchema } from "../../runtime/output-schemas.ts";
import { findThread } from "../../threads/find.ts";
import { recordTurns, type TurnsRecord } from "../../threads/record-turns.ts";
import { findInForce } from "../../transcripts/in-force.ts";
import { createLossTally } from "../../transcripts/loss-tally.ts";

/** The thread that an import fills. */
export const importThreadInput = {
  thread: z
    .string()
    .min(1)
    .optional()
    .describe("Also record the session's turns into this thread (its id, or a prefix of it)")
    .meta({ completes: "thread" }),
};

/** What was recorded into a thread. */
export const recordedSchema = () =>
  z.object({
    thread_id: z.string(),
    messages: z.number(),
    runs: z.number(),
    known: z.number(),
    /** What of the session is no part of a thread; its records are in the workspace all the same. */
    loss: lossSchema(),
  });
type Recorded = z.infer<ReturnType<typeof recordedSchema>>;

/** Only a conversation has turns that could go into a thread: a log has threads of its own, a state has none. */
export function refuseThread(from: string, thread: string | undefined): void {
  if (thread === undefined) return;
  throw new HoldallError(
    "E_USAGE",
    `Cannot import "${from}" into a thread: it is not a conversation`,
    {
      cure: "leave out --thread",
    },
  );
}

/** Finds the thread that is meant, before anything is written, and gives the way into it. */
export async function openThread(ledger: Ledger, name: string | undefined) {
  const thread_id = name === undefined ? null : await threadNamed(ledger, name);
  return async (
    into: Omit<TurnsRecord, "thread_id">,
    read: () => Promise<IndexedSession>,
  ): Promise<Recorded | null> =>
    thread_id === null ? null : recordIntoThread(ledger, { ...into, thread_id }, await read());
}

/** The whole id of the thread that words name. */
export async function threadNamed(ledger: Ledger, name: string): Promise<string> {
  try {
    return (await ledger.read((tx) => findThread(tx, name))).thread.thread_id;
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_NOT_FOUND") throw error;
    throw new HoldallError("E_NOT_FOUND", `Cannot import into thread "${name}": there is none`, {
      cure: "create one with `holdall thread new`, or see `holdall thread list`",
    });
  }
}

/** Records the turns of a conversation into a thread; `earlier` is what was lost before it was one. */
export async function recordIntoThread(
  ledger: Ledger,
  into: TurnsRecord,
  reading: Pick<IndexedSession, "items">,
  earlier: readonly LossItem[] = [],
): Promise<Recorded> {
  const losses = createLossTally();
  const { items } = await findInForce(() => reading.items(), { ignoreSummaries: true }, losses);
  const recorded = await recordTurns(ledger, into, items());
  const { kept, messages, runs, known } = recorded;
  const loss = lossReport(kept, [...earlier, ...losses.items()]);
  return { thread_id: into.thread_id, messages, runs, known, loss };
}
