import type { LedgerRoom } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const state: LedgerRoom = { projection };

export default state;
