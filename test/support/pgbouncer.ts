/** A real pooler in front of a PostgreSQL server. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { otherUser, reachableTmp } from "./other-user.ts";

/** Why tests with the pooler are skipped; false where it is installed. */
export const withoutPgbouncer =
  spawnSync("pgbouncer", ["--version"]).error === undefined
    ? false
    : "not run: pgbouncer is not installed";

/** How many connections it takes and has. */
export interface PoolerLimits {
  /** Connections to the server, each for one transaction at a time. */
  readonly pool?: number;
  /** Connections from us; one more is refused. */
  readonly clients?: number;
}

/** Starts PgBouncer in transaction mode for this test file, and returns the same address through it. */
export async function startPgbouncer(
  location: string,
  { pool = 4, clients = 100 }: PoolerLimits = {},
): Promise<string> {
  const url = new URL(location);
  const folder = fs.mkdtempSync(path.join(reachableTmp(), "holdall-pgbouncer-"));
  const port = await freePort();
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: path.join(folder, "users"),
    pool_mode: "transaction",
    default_pool_size: pool,
    max_client_conn: clients,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const databases = `[databases]\n*=host=${url.hostname} port=${url.port}\n`;
  const file = path.join(folder, "pgbouncer.ini");
  fs.writeFileSync(file, `${databases}[pgbouncer]\n${lines.join("\n")}\n`);
  fs.writeFileSync(settings.auth_file, `"${url.username}" "${url.password}"\n`);
  const user = otherUser(); // It does not run as root.
  if ("uid" in user) {
    for (const each of [folder, file, settings.auth_file]) fs.chownSync(each, user.uid, user.gid);
  }
  const running = spawn("pgbouncer", ["--quiet", file], { ...user, cwd: folder, stdio: "ignore" });
  after(() => {
    running.kill("SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });
  url.port = String(port);
  await answers(url);
  return url.href;
}

async function answers({ href }: URL): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(href);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 100) throw error;
      await wait(100);
    }
  }
}
