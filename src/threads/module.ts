import type { LedgerModule } from "../ledger/projections.ts";
import { orderCheck } from "./event-order.ts";
import { leases } from "./recover.ts";
import { projection } from "./tables/projection.ts";

const threads: LedgerModule = { projection, check: orderCheck, leases };

export default threads;
