import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";

/** Where a workspace is on a server. */
export interface ServerAddress {
  /** For the client, without what only we understand. */
  readonly url: string;
  readonly schema: string;
  /** For people and messages: without the password. */
  readonly display: string;
  /** The number of the lock that writers of this workspace share. */
  readonly lock: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/;

/** Ends the transaction of a program that hangs, so that others get their turn. */
const SETTINGS = "-c client_encoding=UTF8 -c idle_in_transaction_session_timeout=60000";

/** Takes a location apart: `postgresql://user@host/database?schema=name`. The schema is `holdall` unless named. */
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
  const options = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${options} ${SETTINGS} -c search_path=${schema}`.trim());
  const shown = new URL(url);
  shown.password = "";
  shown.search = schema === "holdall" ? "" : `?schema=${schema}`;
  const lock = BigInt.asIntN(64, BigInt(`0x${sha256(`holdall:${schema}`).slice(0, 16)}`));
  return { url: url.href, schema, display: shown.href, lock: String(lock) };
}

/**
 * The client checks the certificate in all of these modes and prints a warning that it does; the mode that is
 * named after what happens has none.
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
