import { HoldallError } from "../base/errors.ts";
import type { Registry } from "../base/registry.ts";
import type { StoreDriver } from "./store.ts";

/** Every kind of database, tried in this order. Add a line; the conformance suite picks it up. */
const drivers = {
  postgresql: () => import("./postgresql/postgresql.ts"),
  sqlite: () => import("./sqlite/sqlite.ts"),
} satisfies Registry<StoreDriver>;

const URL_SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;

/** The driver of a location: a folder, or the URL of a server. */
export async function driverOf(location: string): Promise<StoreDriver> {
  const scheme = URL_SCHEME.exec(location)?.[1];
  if (scheme === undefined) return (await drivers.sqlite()).default;
  const { default: driver } = await drivers.postgresql();
  if (driver.owns(location)) return driver;
  throw new HoldallError("E_USAGE", `Cannot open a workspace at "${scheme}://…": no such store`, {
    cure: "name a folder or a postgresql:// URL",
  });
}
