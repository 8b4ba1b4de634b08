import type { LedgerRoom } from "../../ledger/projections.ts";

/** Rooms whose tables follow the ledger. Add a line; append, rebuild, verify and recover know it. */
const rooms: Readonly<Record<string, () => Promise<{ readonly default: LedgerRoom }>>> = {
  threads: () => import("../../threads/room.ts"),
  state: () => import("../../state/room.ts"),
  transcripts: () => import("../../transcripts/room.ts"),
  units: () => import("../../memory/room.ts"),
};

/** Loads every room's part in the ledger. */
export async function loadRooms(): Promise<readonly LedgerRoom[]> {
  const loaded = await Promise.all(Object.values(rooms).map((load) => load()));
  return loaded.map((room) => room.default);
}
