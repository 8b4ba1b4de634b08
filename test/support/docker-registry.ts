/** Debian's registry, for tests and for measurements. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A registry that runs until its process is ended. */
export interface DockerRegistry {
  readonly host: string;
  readonly running: ChildProcess;
}

/** Starts the registry with its storage in a folder, and returns when it answers. */
export async function launchDockerRegistry(
  folder: string,
  settings: object = {},
): Promise<DockerRegistry> {
  const host = `127.0.0.1:${await freePort()}`;
  const config = {
    version: 0.1,
    log: { level: "error", accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: path.join(folder, "storage") } },
    http: { addr: host, secret: "tides" },
    ...settings,
  };
  const file = path.join(folder, "config.yml");
  fs.writeFileSync(file, JSON.stringify(config)); // JSON is YAML.
  const running = spawn("docker-registry", ["serve", file], { stdio: "ignore" });
  await answers(host);
  return { host, running };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answers(host: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://${host}/v2/`).catch(() => null);
    if (answer !== null) return;
    await wait(100);
  }
  throw new Error(`no registry at ${host}`);
}
