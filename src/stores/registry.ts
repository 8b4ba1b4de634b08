import { HoldallError } from "../base/errors.ts";
import { namesOf, type Registry } from "../base/registry.ts";
import { schemeOf } from "./locate.ts";
import type { StoreDriver } from "./store.ts";

/**
 * Every kind of database, in the order in which they are asked whether a location is theirs. Add a line;
 * the conformance suite picks it up. The one that loads fastest and is used most comes first.
 */
const drivers = {
  sqlite: () => import("./sqlite/sqlite.ts"),
  postgresql: () => import("./postgresql/postgresql.ts"),
} satisfies Registry<StoreDriver>;

/** The name of a kind of database. */
export type StoreName = keyof typeof drivers;

/** What the locations of each kind of database look like. */
const locations: Readonly<Record<StoreName, string>> = {
  sqlite: "a folder",
  postgresql: "a postgresql:// URL",
};

/** What a location may be, for help and messages. */
export const storeLocations = Object.values(locations).join(" or ");

/** The names of all kinds of databases. */
export const storeNames = namesOf(drivers);

/** The driver of a location: a folder, or the URL of a server. */
export async function driverOf(location: string): Promise<StoreDriver> {
  for (const load of Object.values(drivers)) {
    const { default: driver } = await load();
    if (driver.owns(location)) return driver;
  }
  // Only the scheme is shown: the rest may contain a password.
  const shown = `${schemeOf(location) ?? ""}://…`;
  throw new HoldallError(
    "E_USAGE",
    `Cannot open a workspace at "${shown}": unknown kind of store`,
    { cure: `use ${storeLocations}` },
  );
}
