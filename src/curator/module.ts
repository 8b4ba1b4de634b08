/**
 * What the ledger needs to know about the curator: the tables that follow the streams of requests,
 * responsibilities, ingestion and telemetry.
 */

import type { LedgerModule } from "../ledger/projections.ts";
import { projection } from "./projection.ts";

const curator: LedgerModule = { projection };

export default curator;
