import type { OperationName } from "../../../src/operations/registry.ts";

/** What the app asks for when its screens are opened in the folder of the tour, apart from sessions. */
export const READS: readonly OperationName[] = [
  "overview",
  "state show",
  "state log",
  "thread list",
  "status",
  "ledger heads",
];

/** How many calls are measured at once. */
export const CALLS = 100;
