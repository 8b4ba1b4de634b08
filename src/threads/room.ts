import type { LedgerRoom } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const threads: LedgerRoom = { projection };

export default threads;
