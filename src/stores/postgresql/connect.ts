import { setTimeout as wait } from "node:timers/promises";
import type { CustomTypesConfig, Pool, PoolClient } from "pg";
import { HoldallError } from "../../base/errors.ts";
import { LOCK_WAIT_MS } from "../store.ts";
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

/** A connection that is used all the time is given up after so long, for others who wait for one. */
const LIFETIME_SECONDS = 5;
const FIRST_PAUSE_MS = 50;
const PAUSE_LIMIT_MS = 1000;
/** SQLSTATE of a server, and words of PgBouncer, with no connection left; it is there, so that one waits for it. */
const FULL = /^53300$/;
const POOLER_FULL = /no more connections allowed|sorry, too many clients/;

/** Connections to a server. One is opened when it is needed, and closed when nobody needs it. */
export interface Connections {
  /** Does work on a connection of its own. After a failure it is closed: the state of its transaction is unknown. */
  use<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** Prepares connections to a server; none is opened yet. */
export async function connect(address: ServerAddress): Promise<Connections> {
  const pool = await createPool(address);
  return {
    async use(work) {
      const client = await acquireFrom(pool);
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** A connection; where the server has none left, one waits for it. */
async function acquireFrom(pool: Pool): Promise<PoolClient> {
  const start = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_LIMIT_MS)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isFull(error) || performance.now() - start > LOCK_WAIT_MS) throw error;
      // Not all who were refused come again at the same moment.
      await wait(pause * (0.5 + Math.random()));
    }
  }
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && FULL.test(String(error.code))) || POOLER_FULL.test(error.message);
}

async function createPool({ url }: ServerAddress): Promise<Pool> {
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
    maxLifetimeSeconds: LIFETIME_SECONDS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // Statements that do not need each other's answers are sent together.
    pipeline: true,
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
