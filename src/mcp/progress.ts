import type { JsonObject } from "../base/json/value.ts";
import { isRpcId, metaOf, notification } from "./json-rpc.ts";

/** Least time between two notifications. */
const MIN_INTERVAL_MS = 50;

/** Reports the progress of a call to a client that asked for it, no faster than anyone can read. */
export function progressReporter(
  params: JsonObject,
  notify: ((message: JsonObject) => void) | null,
): (text: string) => void {
  const { progressToken } = metaOf(params);
  if (notify === null || !isRpcId(progressToken)) return () => {};
  let progress = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (message) => {
    progress++;
    if (performance.now() - last < MIN_INTERVAL_MS) return;
    last = performance.now();
    notify(notification("notifications/progress", { progressToken, progress, message }));
  };
}
