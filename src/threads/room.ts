import type { LedgerRoom } from "../ledger/projections.ts";
import { leases } from "./recover.ts";
import { projection } from "./tables.ts";

const threads: LedgerRoom = { projection, leases };

export default threads;
