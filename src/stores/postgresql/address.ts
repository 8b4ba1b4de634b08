/** Parses a workspace URL. Several workspaces may share a database, each in a schema of its own. */

import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";

/** Where a workspace is on a server. */
export interface ServerAddress {
  /** For the client library, without the parameters that only Holdall understands. */
  readonly url: string;
  readonly schema: string;
  /** For people and messages: without the password. */
  readonly display: string;
  /** Key of the advisory lock that all writers of this workspace take. */
  readonly lock: string;
}

/**
 * Interpolated into statements, where a parameter is not possible: nothing else than these
 * characters may pass.
 */
const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/;

/** Parses a location: `postgresql://user@host/database?schema=name` (default schema: `holdall`). */
export function parseAddress(location: string): ServerAddress {
  const url = parse(location);
  const schema = url.searchParams.get("schema") ?? "holdall";
  if (!SCHEMA.test(schema)) {
    throw new HoldallError("E_USAGE", `Cannot use the schema "${schema}": invalid name`, {
      cure: "use lower-case letters, digits and underscores",
    });
  }
  url.searchParams.delete("schema");
  nameTlsMode(url);
  const shown = new URL(url);
  shown.password = "";
  shown.search = schema === "holdall" ? "" : `?schema=${schema}`;
  // Advisory locks are per database, so the schema alone identifies the workspace; the key is a
  // signed 64-bit number.
  const lock = BigInt.asIntN(64, BigInt(`0x${sha256(`holdall:${schema}`).slice(0, 16)}`));
  return { url: url.href, schema, display: shown.href, lock: String(lock) };
}

/**
 * The client library verifies the certificate in all of these modes, but prints a warning unless
 * the mode is `verify-full`. Naming that mode changes nothing but the warning.
 */
function nameTlsMode({ searchParams }: URL): void {
  if (searchParams.has("uselibpqcompat")) return;
  const mode = searchParams.get("sslmode") ?? "";
  if (["prefer", "require", "verify-ca"].includes(mode)) searchParams.set("sslmode", "verify-full");
}

function parse(location: string): URL {
  try {
    return new URL(location);
  } catch (cause) {
    throw new HoldallError("E_USAGE", "Cannot parse the URL of the workspace", {
      cure: "use the form postgresql://user@host/database",
      cause,
    });
  }
}
