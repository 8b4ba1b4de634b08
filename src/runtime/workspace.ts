import { HoldallError } from "../base/errors.ts";
import { explainFault } from "../ledger/explain-fault.ts";
import { endAbandonedWork, hasExpiredLeases } from "../ledger/leases.ts";
import { type Ledger, type LedgerOptions, openLedger } from "../ledger/ledger.ts";
import { locateStore } from "../stores/locate.ts";
import { driverOf } from "../stores/registry.ts";
import { loadModules } from "./modules.ts";
import type { OperationContext } from "./operation-context.ts";
import { projectOf } from "./project-folder.ts";
import { shareRuns } from "./share-run.ts";
import { storeChoice } from "./store-input.ts";

export { storeChoice, storeInput } from "./store-input.ts";

/** How a workspace is opened. */
interface OpenOptions {
  readonly store?: string | undefined;
  /** Whether the command writes; then work that crashed processes left open is ended first. */
  readonly effect: "read" | "write";
  /** Whether the connection itself must not be able to write. */
  readonly readOnly?: boolean;
  /** Whether a workspace that lacks events which it once had is opened, to be checked. */
  readonly mayLackEvents?: boolean;
}

/** Opens the workspace, runs work in it and closes it again, unless workspaces are kept open. */
export async function inWorkspace<Result>(
  context: OperationContext,
  { store, effect, readOnly = false, mayLackEvents = false }: OpenOptions,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const location = locateStore(storeChoice(context, store));
  if (location === null) {
    throw new HoldallError("E_NOT_FOUND", "Cannot find a workspace here or in a parent folder", {
      cure: "create one with `holdall init`, or name one with --store",
    });
  }
  const { workspaces, caller } = context;
  const open = () =>
    readOnly ? openToRead(context, location) : openAt(context, location, { mayLackEvents });
  // A server keeps connections that differ in what they may do beside each other.
  const purpose = readOnly ? "read-only" : mayLackEvents ? "check" : "use";
  const key = `${purpose} ${caller?.role ?? ""} ${location}`;
  const opened = await (workspaces?.at(key, open) ?? open());
  const ledger = caller === undefined ? opened : opened.as(caller);
  try {
    if (effect === "write" && (await isWorkAbandoned(opened))) {
      await endAbandonedWork(ledger, { unleased: false });
    }
    return await explaining(ledger, work);
  } finally {
    if (workspaces === undefined) await ledger.close();
  }
}

/** How each open workspace is asked for abandoned work, for all who write at the same time once. */
const looks = new WeakMap<Ledger, () => Promise<boolean>>();

function isWorkAbandoned(opened: Ledger): Promise<boolean> {
  const look = looks.get(opened) ?? shareRuns(() => hasExpiredLeases(opened));
  looks.set(opened, look);
  return look();
}

/** Runs work on an open workspace; what fails because the workspace is damaged says so. */
export async function explaining<Result>(
  ledger: Ledger,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(ledger);
  } catch (error) {
    throw await explainFault(ledger, error);
  }
}

/** Opens a workspace to read it; tables that an older version of the program left are updated first. */
async function openToRead(context: OperationContext, location: string): Promise<Ledger> {
  try {
    return await openAt(context, location, { readOnly: true });
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_IO") throw error;
    await (await openAt(context, location)).close();
    return openAt(context, location, { readOnly: true });
  }
}

/** Opens the workspace at a location. */
export async function openAt(
  context: OperationContext,
  location: string,
  {
    isNew = false,
    readOnly = false,
    mayLackEvents = false,
  }: Pick<LedgerOptions, "isNew" | "mayLackEvents"> & { readonly readOnly?: boolean } = {},
): Promise<Ledger> {
  const driver = await driverOf(location);
  const { lockWaitMs, caller } = context;
  const store = await driver.open(location, {
    readOnly,
    ...(caller === undefined ? {} : { role: caller.role }),
    ...(lockWaitMs === undefined ? {} : { lockWaitMs }),
  });
  try {
    const modules = await loadModules();
    return await openLedger(store, { modules, now: context.now, isNew, mayLackEvents });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The project of an opened workspace. */
export function projectRoot({ store }: Ledger, { cwd }: OperationContext): string {
  return projectOf(store.location, cwd);
}
