import { setTimeout as wait } from "node:timers/promises";
import { HoldallError } from "../base/errors.ts";
import { selectLastPos } from "../ledger/tables/events.ts";
import { inWorkspace } from "../runtime/workspace.ts";
import { contextOf } from "./call.ts";
import type { ApiSettings } from "./settings.ts";

/** Whether a server can do its work. It is shown to whoever asks, so that it contains nothing else. */
export interface Health {
  readonly ok: boolean;
  /** Whether the workspace answers; null where there is none. */
  readonly workspace: boolean | null;
}

/** Who looks after a server asks again after a few seconds. */
const ANSWER_MS = 5_000;

/** Looks whether the workspace answers, for all who ask at the same time once. */
export function createHealthCheck(settings: ApiSettings): () => Promise<Health> {
  let looking: Promise<Health> | null = null;
  return () => {
    looking ??= look(settings).finally(() => {
      looking = null;
    });
    return looking;
  };
}

async function look(settings: ApiSettings): Promise<Health> {
  const { store, inTurn } = settings;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const context = contextOf({ caller: "program", agent: null, settings }, signal, null);
  const read = () =>
    inWorkspace(context, { store, effect: "read" }, (ledger) => ledger.read(selectLastPos));
  try {
    const isRead = inTurn(read, "urgent").then(() => true);
    const timer = wait(ANSWER_MS, false, { ref: false });
    const workspace = await Promise.race([isRead, timer]);
    return { ok: workspace, workspace };
  } catch (error) {
    const isNone = error instanceof HoldallError && error.code === "E_NOT_FOUND";
    return isNone ? { ok: true, workspace: null } : { ok: false, workspace: false };
  }
}
