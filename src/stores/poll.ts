import { setTimeout as wait } from "node:timers/promises";
import type { Listener } from "./store.ts";

/** Waits for a time, or until a signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => undefined);
}

/** A listener that hears nothing: whoever waits looks again after each pause. */
export const pollingListener: Listener = { wait: pause, close: () => {} };
