/** Debian's registry, for tests and for measurements. */
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

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

async function answers(host: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://${host}/v2/`).catch(() => null);
    if (answer !== null) return;
    await wait(100);
  }
  throw new Error(`no registry at ${host}`);
}
