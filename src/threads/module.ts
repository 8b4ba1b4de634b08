/**
 * What the ledger needs to know about threads: tables that follow it, a check for `verify`, and how
 * work whose lease has expired is ended. `src/ledger/` itself does not know what a thread is.
 */

import type { LedgerModule } from "../ledger/projections.ts";
import { orderCheck } from "./event-order.ts";
import { leases } from "./recover.ts";
import { projection } from "./tables/projection.ts";

const threads: LedgerModule = { projection, check: orderCheck, leases };

export default threads;
