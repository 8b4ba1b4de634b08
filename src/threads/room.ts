import type { LedgerRoom } from "../ledger/projections.ts";
import { orderCheck } from "./order.ts";
import { leases } from "./recover.ts";
import { projection } from "./tables.ts";

const threads: LedgerRoom = { projection, check: orderCheck, leases };

export default threads;
