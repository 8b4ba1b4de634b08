import type { LedgerRoom } from "../ledger/projections.ts";
import { projection } from "./tables.ts";

const transcripts: LedgerRoom = { projection };

export default transcripts;
