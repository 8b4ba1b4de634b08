import { readHead, readStream } from "../../ledger/read.ts";
import type { Transaction } from "../../stores/store.ts";
import { type MemoryOwner, REFRESH_RECORDED } from "../memory/noted.ts";
import { responsibilityStream } from "../streams.ts";

/** How many of the newest events are looked through. */
const WINDOW = 1000;

/** When each mandate ran last, by its name; one that is not among the newest events is missing. */
export async function lastMandates(
  tx: Transaction,
  { workspace, responsibility }: MemoryOwner,
): Promise<ReadonlyMap<string, string>> {
  const stream = responsibilityStream(workspace, responsibility);
  const end = (await readHead(tx, stream))?.events ?? 0;
  const last = new Map<string, string>();
  for (const { type, body } of await readStream(tx, stream, { from: Math.max(0, end - WINDOW) })) {
    if (type !== REFRESH_RECORDED) continue;
    if (typeof body.mandate === "string" && typeof body.at === "string")
      last.set(body.mandate, body.at);
  }
  return last;
}
