import { HoldallError } from "../../base/errors.ts";
import { endAbandonedWork, hasExpiredLeases } from "../../ledger/leases.ts";
import { type Ledger, openLedger } from "../../ledger/ledger.ts";
import { locateStore } from "../../stores/locate.ts";
import { driverOf } from "../../stores/registry.ts";
import { loadModules } from "./modules.ts";
import type { OperationContext } from "./operation.ts";
import { projectOf } from "./project-folder.ts";
import { storeChoice } from "./store-input.ts";

export { storeChoice, storeInput } from "./store-input.ts";

/** How a workspace is opened. */
interface OpenOptions {
  readonly store?: string | undefined;
  /** Whether the command writes; then work that crashed processes left open is ended first. */
  readonly effect: "read" | "write";
}

/** Opens the workspace, runs work in it and closes it again, unless workspaces are kept open. */
export async function inWorkspace<Result>(
  context: OperationContext,
  { store, effect }: OpenOptions,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const location = locateStore(storeChoice(context, store));
  if (location === null) {
    throw new HoldallError("E_NOT_FOUND", "Cannot find a workspace here or in a parent folder", {
      cure: "make one with `holdall init`, or name one with --store",
    });
  }
  const { workspaces } = context;
  const open = () => openAt(context, location);
  const ledger = await (workspaces?.at(location, open) ?? open());
  try {
    if (effect === "write" && (await hasExpiredLeases(ledger))) {
      await endAbandonedWork(ledger, { unleased: false });
    }
    return await work(ledger);
  } finally {
    if (workspaces === undefined) await ledger.close();
  }
}

/** Opens the workspace at a location. */
export async function openAt(
  context: OperationContext,
  location: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<Ledger> {
  const driver = await driverOf(location);
  const { lockWaitMs } = context;
  const store = await driver.open(location, lockWaitMs === undefined ? {} : { lockWaitMs });
  try {
    return await openLedger(store, { modules: await loadModules(), now: context.now, isNew });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The project of an opened workspace. */
export function projectRoot({ store }: Ledger, { cwd }: OperationContext): string {
  return projectOf(store.location, cwd);
}
