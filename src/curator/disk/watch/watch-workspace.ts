import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { placeOf, toIoError } from "../../../disk/io-error.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { compaction, fullRefresh, modelCheck, requestUpdate } from "../../mandates/choices.ts";
import { lastMandates } from "../../watch/last-mandates.ts";
import { latestDue, parseCron } from "../../workspace/cron.ts";
import { clockOf, stamp } from "../../workspace/time.ts";
import { chooseController } from "../mandates/controller.ts";
import { refreshStale } from "../mandates/refresh-stale.ts";
import { runMandate } from "../mandates/run-mandate.ts";
import { openBundle } from "../read/open-bundle.ts";
import { readState } from "../read/read-state.ts";
import type { Place } from "../workspace.ts";
import { listResponsibilities } from "../workspace.ts";
import { scanDropFolder } from "./drop-folder.ts";
import { sweepQueue } from "./sweep-queue.ts";

const DAY_MS = 86_400_000;

/** One event of a watch. */
export const pieceSchema = () =>
  z.object({
    at: z.string(),
    event: z.enum(["started", "refreshed", "scheduled", "dropped", "swept", "failed", "stopped"]),
    responsibility_id: z.string().nullable(),
    detail: z.string(),
  });

/** One event of a watch. */
export type Piece = z.infer<ReturnType<typeof pieceSchema>>;

interface Watch {
  readonly place: Place;
  readonly workspace?: string | undefined;
  readonly store?: string | undefined;
  readonly now?: string | undefined;
  readonly log: (piece: Omit<Piece, "at">) => Promise<void>;
}

/** One look at everything. A responsibility that fails does not stop the others. */
export async function look(context: OperationContext, watch: Watch): Promise<void> {
  const dropped = await guarded(watch, null, () => scanDropFolder(context, watch));
  for (const name of dropped ?? []) {
    await watch.log({ event: "dropped", responsibility_id: null, detail: name });
  }
  const swept = await guarded(watch, null, () => sweepQueue(context, watch));
  for (const detail of swept ?? []) {
    await watch.log({ event: "swept", responsibility_id: null, detail });
  }
  for (const id of listResponsibilities(watch.place)) {
    if (context.signal.aborted) return;
    await guarded(watch, id, () => lookAt(context, watch, id));
  }
}

async function lookAt(context: OperationContext, watch: Watch, id: string): Promise<void> {
  const { place, workspace, store, now, log } = watch;
  const input = { id, workspace, store, now };
  const done = await inWorkspace(context, { store: place.store, effect: "read" }, (ledger) =>
    ledger.read((tx) =>
      lastMandates(tx, { workspace: place.config.workspace_id, responsibility: id }),
    ),
  );
  const clock = new Date(clockOf(now, context.now));
  const { daily, hourly } = place.config.schedules;
  const isDue = (schedule: string, mandate: string) => {
    const due = latestDue(parseCron(schedule), clock);
    const last = done.get(mandate) ?? "";
    // What was done in a future that did not come, because a clock was wrong, does not count.
    const isFuture = last > stamp(new Date(clock.getTime() + DAY_MS));
    return due !== null && (last < stamp(due) || isFuture);
  };
  const base = { ...input, telemetry: "sql" as const, controller: chooseController(context) };
  if (isDue(daily, "compact_memory_events")) {
    await runMandate(context, base, compaction);
    const { blocked } = await runMandate(context, base, fullRefresh);
    const detail =
      blocked === null ? "daily: compacted and refreshed" : `daily: blocked (${blocked.code})`;
    await log({ event: "scheduled", responsibility_id: id, detail });
  }
  if (isDue(hourly, "update_open_requests")) {
    await runMandate(context, base, requestUpdate({ alerts: true }));
    await runMandate(context, base, modelCheck);
    await log({ event: "scheduled", responsibility_id: id, detail: "hourly: requests and model" });
  }
  const { stale } = await readState(context, await openBundle(context, input));
  if (stale.length === 0) return;
  const { blocked } = (await refreshStale(context, input, stale)).output;
  const what =
    blocked === null ? stale.join(", ") : `${stale.join(", ")}; blocked (${blocked.code})`;
  await log({ event: "refreshed", responsibility_id: id, detail: what });
}

/** Reports a failure and goes on; whoever works on a responsibility at the same time is no failure. */
async function guarded<Result>(
  { log }: Watch,
  id: string | null,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (thrown) {
    // A file that cannot be read or written concerns one responsibility; the next look may find it mended.
    const error = toIoError(thrown, `run context watch${placeOf(thrown)}`);
    if (!(error instanceof HoldallError)) throw error;
    if (error.code !== "E_LOCKED") {
      await log({
        event: "failed",
        responsibility_id: id,
        detail: `${error.code}: ${error.message}`,
      });
    }
    return null;
  }
}

/** Waits for the next look; a change in the drop folder ends the wait early. */
export async function pause(
  context: OperationContext,
  { root, config }: Place,
  seconds: number,
): Promise<void> {
  const woken = new AbortController();
  const folder = path.join(root, config.drop_dir);
  const watcher = watchFolder(folder, () => woken.abort());
  try {
    await wait(seconds * 1000, undefined, {
      signal: AbortSignal.any([context.signal, woken.signal]),
    });
  } catch {
    // Woken, or stopped: the loop looks which.
  } finally {
    watcher?.close();
  }
}

/** Null where a folder cannot be watched: the interval alone decides then. */
function watchFolder(folder: string, onChange: () => void): fs.FSWatcher | null {
  try {
    return fs.watch(folder, onChange).on("error", () => {});
  } catch {
    return null; // It does not exist, or the system has no more watches to give.
  }
}
