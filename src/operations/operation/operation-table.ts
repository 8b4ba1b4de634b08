import type { Operation } from "./operation.ts";

/** All operations, for one that runs or lists others. The registry passes it in: no operation imports the registry. */
export interface OperationTable {
  readonly names: readonly string[];
  /** Loads an operation; throws for a name that is not in the table. */
  load(name: string): Promise<Operation>;
}
