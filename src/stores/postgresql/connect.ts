import type { CustomTypesConfig, Pool } from "pg";
import { HoldallError } from "../../base/errors.ts";
import type { ServerAddress } from "./address.ts";

// The type id of `bigint` in PostgreSQL. The client library returns it as text, to avoid losing
// digits.
const INT8 = 20;
const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/**
 * How long a statement may take before its connection counts as dead. Without it, a server that
 * vanished would be waited for until the operating system gives up. `query_timeout` in the URL
 * overrides it.
 */
const SILENCE_MS = 5 * 60_000;

/** Connections to a server, each set up for one workspace. */
export async function connect({ url }: ServerAddress): Promise<Pool> {
  // Loaded only here: no other command needs the client library. By their names, because the built
  // program loads it as CommonJS, which has no default export.
  const { Pool, types: known } = await import("pg");
  const types: CustomTypesConfig = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8 ? parseInteger : known.getTypeParser(oid, format),
  };
  const pool = new Pool({
    connectionString: url,
    application_name: "holdall",
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    types,
  });
  // An idle connection that breaks is replaced by the pool; one in use fails its own statement.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

function parseInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new HoldallError("E_RANGE", `Cannot read the number ${text}: too large`);
}
