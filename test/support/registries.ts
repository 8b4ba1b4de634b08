/** Real registries. Where one is not installed, tests say so. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createPrivateKey, randomUUID, sign, X509Certificate } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { launchDockerRegistry } from "./docker-registry.ts";

/** The login that the registries here take. */
export const LOGIN = "anna:ebb-and-flow";
/** The same in the form of `htpasswd -B`. */
const HTPASSWD = "anna:$2y$05$abcdefghijklmnopqrstuuUZgVHQ8FxifYpDPFqSzThD9VqgLj8lm\n";
const SERVICE = "tides";

/** Why tests with Debian's registry are skipped; false where it is installed. */
export const withoutDockerRegistry =
  spawnSync("docker-registry", ["--version"]).error === undefined
    ? false
    : "not run: docker-registry is not installed";

const referrersRegistry = process.env.REFERRERS_REGISTRY ?? "referrers-registry";

/** The same of the registry in test/support/referrers-registry. */
export const withoutReferrersRegistry = fs.existsSync(referrersRegistry)
  ? false
  : "not run: REFERRERS_REGISTRY names no program built from test/support/referrers-registry";

/** What a registry asks for. */
export type Protection = "open" | "basic" | "bearer";

/** Starts Debian's registry and returns its host. */
export async function startDockerRegistry(
  folder: string,
  protection: Protection = "open",
): Promise<string> {
  fs.mkdirSync(folder, { recursive: true });
  const { host, running } = await launchDockerRegistry(folder, await authOf(folder, protection));
  endAfterTests(running);
  return host;
}

/** Starts a registry in memory that lists what refers to a manifest, and returns its host. */
export async function startReferrersRegistry(): Promise<string> {
  const running = spawn(referrersRegistry, [], { stdio: ["ignore", "pipe", "inherit"] });
  endAfterTests(running);
  const [host] = await once(createInterface(running.stdout), "line");
  return String(host);
}

/** What ends with the tests of a file, also when a hook started it. */
const endings: (() => void)[] = [];
after(() => {
  for (const end of endings) end();
});

function endAfterTests(running: ChildProcess): void {
  endings.push(() => running.kill("SIGKILL"));
}

async function authOf(folder: string, protection: Protection): Promise<object> {
  if (protection === "open") return {};
  if (protection === "bearer") return { auth: { token: await startTokenServer(folder) } };
  const file = path.join(folder, "htpasswd");
  fs.writeFileSync(file, HTPASSWD);
  return { auth: { htpasswd: { realm: SERVICE, path: file } } };
}

/** Starts a server that signs tokens for the login, and returns the settings of a registry that takes them. */
async function startTokenServer(folder: string): Promise<object> {
  const args =
    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=tides -keyout key.pem -out crt.pem";
  spawnSync("openssl", args.split(" "), { cwd: folder });
  const key = createPrivateKey(fs.readFileSync(path.join(folder, "key.pem")));
  const certificate = new X509Certificate(fs.readFileSync(path.join(folder, "crt.pem")));
  const tokenFor = (scope: string) => {
    const [type = "", name = "", actions = ""] = scope.split(":");
    const now = Math.floor(Date.now() / 1000);
    const access = [{ type, name, actions: actions.split(",") }];
    const times = { iat: now, nbf: now - 5, exp: now + 60 };
    const header = { typ: "JWT", alg: "RS256", x5c: [certificate.raw.toString("base64")] };
    const claims = { iss: SERVICE, aud: SERVICE, sub: "anna", jti: randomUUID(), ...times, access };
    const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)));
    const text = parts.map((part) => part.toString("base64url")).join(".");
    return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
  };
  const wanted = `Basic ${Buffer.from(LOGIN).toString("base64")}`;
  const server = http.createServer(({ url = "", headers }, response) => {
    const scope = new URL(url, "http://tokens").searchParams.get("scope") ?? "";
    const isKnown = headers.authorization === wanted;
    response.writeHead(isKnown ? 200 : 401);
    response.end(isKnown ? JSON.stringify({ token: tokenFor(scope) }) : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const realm = `http://127.0.0.1:${port}/token`;
  const rootcertbundle = path.join(folder, "crt.pem");
  return { realm, service: SERVICE, issuer: SERVICE, rootcertbundle };
}
