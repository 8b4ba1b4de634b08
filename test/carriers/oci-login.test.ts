import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { after, beforeEach, test } from "node:test";
import tls from "node:tls";
import oci from "../../src/carriers/oci/oci.ts";
import { type Call, type MemoryRegistry, startRegistry } from "../support/memory-registry.ts";
import { createContext, createParcel } from "../support/parcels.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
const docker = path.join(scratch, "docker");
const programs = path.join(scratch, "programs");
process.env.HOME = path.join(scratch, "home");
process.env.DOCKER_CONFIG = docker;
process.env.XDG_CONFIG_HOME = path.join(scratch, "config");
process.env.PATH = `${programs}:${process.env.PATH}`;
const variables = ["HOLDALL_REGISTRY_TOKEN", "REGISTRY_AUTH_FILE", "XDG_RUNTIME_DIR"];
let folders = 0;

beforeEach(() => {
  for (const name of variables) delete process.env[name];
  writeLogins({});
});

function writeLogins(content: object, file = path.join(docker, "config.json")): void {
  writeFiles(path.dirname(file), { [path.basename(file)]: JSON.stringify(content) });
}

const basic = (login: string) => `Basic ${Buffer.from(login).toString("base64")}`;
const entry = (login: string) => ({ auth: Buffer.from(login).toString("base64") });
const ANNA = "anna:ebb-and-flow";

/** Refuses calls without this `authorization`, and says how to get one. */
function requiring(authorization: string, challenge: string) {
  return ({ headers, response }: Call) => {
    if (headers.authorization === authorization) return false;
    response.writeHead(401, { "www-authenticate": challenge }).end();
    return true;
  };
}

async function basicRegistry(): Promise<MemoryRegistry> {
  const registry = await startRegistry();
  registry.intercept = requiring(basic(ANNA), 'Basic realm="tides"');
  return registry;
}

/** A registry that takes tokens of a server, which wants a login. */
async function tokenRegistry() {
  const registry = await startRegistry();
  const tokens = await startRegistry();
  const answers = { body: JSON.stringify({ token: "a-token" }), wanted: basic(ANNA) };
  const realm = `http://${tokens.host}/token`;
  registry.intercept = requiring(
    "Bearer a-token",
    `Bearer realm="${realm}",service="tides",scope="repository:orchard:pull,push"`,
  );
  tokens.intercept = ({ headers, method, response }) => {
    const isRight = method === "POST" || headers.authorization === answers.wanted;
    response.writeHead(isRight ? 200 : 401).end(isRight ? answers.body : "");
    return true;
  };
  return { registry, tokens, answers };
}

async function push(registry: MemoryRegistry, reports = createContext(scratch)) {
  const folder = path.join(scratch, `folder-${folders++}`);
  const parcel = await createParcel(folder, { "ebb.md": "# Ebb\n" });
  const place = oci.open(`oci://${registry.host}/orchard`, reports.context);
  await place?.send(parcel);
  assert.equal((await place?.look())?.sums, parcel.sums);
  return reports;
}

/** A program that docker asks for logins. */
function writeLoginProgram(name: string, script: string): void {
  writeFiles(programs, { [`docker-credential-${name}`]: `#!/bin/sh\n${script}\n` });
  fs.chmodSync(path.join(programs, `docker-credential-${name}`), 0o755);
}

const refuses = (code: string, about = /./) => ({ code, message: about });

test("a login of docker's settings is used", async () => {
  const registry = await basicRegistry();
  for (const key of [registry.host, `https://${registry.host}`, `https://${registry.host}/v1/`]) {
    writeLogins({ auths: { "else.example": entry("eve:x"), [key]: entry(ANNA) } });
    await push(registry);
  }
});

test("a login of podman's settings is used, the nearest one", async () => {
  const registry = await basicRegistry();
  process.env.REGISTRY_AUTH_FILE = path.join(scratch, "auth.json");
  const auths = { [registry.host]: entry("eve:x"), [`${registry.host}/orchard`]: entry(ANNA) };
  writeLogins({ auths }, process.env.REGISTRY_AUTH_FILE);
  await push(registry);
});

test("a registry that wants a login gets none of another one", async () => {
  const registry = await basicRegistry();
  writeLogins({ auths: { "else.example": entry(ANNA) } });
  await assert.rejects(push(registry), { code: "E_IO", cure: /docker login/ });
  assert.ok(registry.calls.every(({ headers }) => headers.authorization === undefined));
  writeLogins({ auths: { [registry.host]: entry("anna:wrong") } });
  await assert.rejects(push(registry), refuses("E_IO", /401/));
});

test("a helper is asked for a login", async () => {
  const registry = await basicRegistry();
  const login = JSON.stringify({ ServerURL: "x", Username: "anna", Secret: "ebb-and-flow" });
  writeLoginProgram("tides", `[ "$1 $(cat)" = "get ${registry.host}" ] && echo '${login}'`);
  writeLogins({ credHelpers: { [registry.host]: "tides" } });
  assert.deepEqual((await push(registry)).notes, []);
  writeLogins({ credsStore: "tides", auths: { [registry.host]: {} } });
  await push(registry);
});

test("a helper without a login, or one that does not work, is passed over", async () => {
  const registry = await basicRegistry();
  const auths = { [registry.host]: entry(ANNA) };
  writeLoginProgram("empty", "echo 'credentials not found in native keychain'; exit 1");
  writeLogins({ credsStore: "empty", auths });
  assert.deepEqual((await push(registry)).notes, []);
  writeLoginProgram("broken", "exit 3");
  writeLoginProgram("chatty", "echo hello");
  for (const name of ["broken", "chatty", "missing", "../../bin/sh"]) {
    writeLogins({ credsStore: name, auths });
    const { notes } = await push(registry);
    assert.ok(notes[0]?.includes(name), name);
  }
});

test("a damaged file of logins is named", async () => {
  writeFiles(docker, { "config.json": "{" });
  await assert.rejects(push(await basicRegistry()), refuses("E_JSON", /config\.json/));
});

test("a login is exchanged for a token of this repository", async () => {
  const { registry, tokens } = await tokenRegistry();
  writeLogins({ auths: { [registry.host]: entry(ANNA) } });
  await push(registry);
  const url = new URL(tokens.calls[0]?.path ?? "", "http://tokens");
  assert.equal(url.searchParams.get("service"), "tides");
  assert.equal(url.searchParams.get("scope"), "repository:orchard:pull,push");
  assert.equal(tokens.calls.length, 1);
});

test("a token is had without a login where the registry allows it", async () => {
  const { registry, answers } = await tokenRegistry();
  answers.wanted = undefined as unknown as string;
  answers.body = JSON.stringify({ access_token: "a-token", expires_in: 60 });
  await push(registry);
});

test("a refresh token is exchanged by a form", async () => {
  const { registry, tokens } = await tokenRegistry();
  writeLogins({ auths: { [registry.host]: { ...entry("x:"), identitytoken: "long" } } });
  await push(registry);
  const form = new URLSearchParams(String(tokens.calls[0]?.body));
  assert.equal(form.get("grant_type"), "refresh_token");
  assert.equal(form.get("refresh_token"), "long");
});

test("an answer without a token, or without an end, is refused", async () => {
  const { registry, answers, tokens } = await tokenRegistry();
  writeLogins({ auths: { [registry.host]: entry(ANNA) } });
  for (const body of ["", "{}", '{"token":7}', '{"token":"a b"}']) {
    answers.body = body;
    await assert.rejects(push(registry), /token/);
  }
  tokens.intercept = ({ response }) => {
    const more = () => {
      while (response.write("x".repeat(100_000)));
    };
    response.on("drain", more);
    more();
    return true;
  };
  await assert.rejects(push(registry), refuses("E_LIMIT"));
});

test("HOLDALL_REGISTRY_TOKEN goes to the registry and nowhere else", async () => {
  const { registry, tokens } = await tokenRegistry();
  process.env.HOLDALL_REGISTRY_TOKEN = "a-token";
  await push(registry);
  process.env.HOLDALL_REGISTRY_TOKEN = "old";
  await assert.rejects(push(registry), refuses("E_IO", /HOLDALL_REGISTRY_TOKEN/));
  assert.equal(tokens.calls.length, 0);
});

test("a redirect to another host does not get the login, nor does its challenge", async () => {
  const registry = await basicRegistry();
  writeLogins({ auths: { [registry.host]: entry(ANNA) } });
  await push(registry);
  const other = await startRegistry();
  const wanted = registry.intercept;
  registry.intercept = (call) => {
    if (wanted(call)) return true;
    if (call.method !== "GET" || !call.path.includes("/blobs/")) return false;
    call.response.writeHead(307, { location: `http://${other.host}${call.path}` }).end();
    return true;
  };
  for (const [digest, bytes] of registry.content) other.content.set(digest, bytes);
  await push(registry);
  other.intercept = requiring(basic(ANNA), 'Basic realm="other"');
  await assert.rejects(push(registry), refuses("E_IO", /401/));
  assert.ok(other.calls.length > 1);
  assert.ok(other.calls.every(({ headers }) => headers.authorization === undefined));
});

test("an upload that continues at another host does not get the login", async () => {
  const registry = await basicRegistry();
  writeLogins({ auths: { [registry.host]: entry(ANNA) } });
  const other = await startRegistry();
  const wanted = registry.intercept;
  registry.intercept = (call) => {
    if (wanted(call)) return true;
    if (call.method !== "POST") return false;
    const location = `http://${other.host}/v2/orchard/blobs/uploads/two?state=x`;
    call.response.writeHead(202, { location }).end();
    return true;
  };
  await assert.rejects(push(registry)); // The registry itself has no blobs.
  assert.ok(other.asked(/^PUT .*state=x&digest=sha256/).length > 0);
  assert.ok(other.calls.every(({ headers }) => headers.authorization === undefined));
});

test("redirects in a circle are followed five times", async () => {
  const registry = await startRegistry();
  registry.intercept = ({ response, path: at }) => {
    response.writeHead(302, { location: at }).end();
    return true;
  };
  const place = oci.open(`oci://${registry.host}/orchard`, createContext(scratch).context);
  await assert.rejects(place?.look() ?? Promise.resolve(), refuses("E_LIMIT"));
  assert.equal(registry.calls.length, 6);
});

test("a registry on this machine leads to no other one without encryption", async () => {
  const registry = await startRegistry();
  registry.intercept = ({ response }) => {
    response.writeHead(302, { location: "http://registry.test/" }).end();
    return true;
  };
  await assert.rejects(push(registry), refuses("E_PROTECTED"));
});

// A registry by https, reached as through the proxy of a company: it leads every name to this machine.
const openssl = spawnSync("openssl", ["version"]).error === undefined;
const canTrust = "setDefaultCACertificates" in tls;
const skip = openssl && canTrust ? false : "not run: it needs openssl and Node 24";

function createCertificate() {
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=registry.test",
  ];
  const names = ["-addext", "subjectAltName=DNS:registry.test,DNS:other.test"];
  const created = spawnSync(
    "openssl",
    [...args, ...names, "-keyout", "key.pem", "-out", "crt.pem"],
    {
      cwd: scratch,
    },
  );
  assert.equal(created.status, 0, String(created.stderr));
  const read = (name: string) => fs.readFileSync(path.join(scratch, name), "utf8");
  return { key: read("key.pem"), cert: read("crt.pem") };
}

async function listen(server: net.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** `https://registry.test` and `https://other.test` over one registry in memory, through a proxy. */
async function startHttps() {
  const { key, cert } = createCertificate();
  const registry = await startRegistry();
  const secure = https.createServer({ key, cert }, (request, response) => {
    const { method, headers, url } = request;
    const onward = http.request(`http://${registry.host}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  after(() => secure.closeAllConnections());
  const port = await listen(secure);
  const tunnels: string[] = [];
  const proxy = http.createServer();
  proxy.on("connect", ({ url = "" }, socket) => {
    tunnels.push(url);
    const onward = net.connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    onward.pipe(socket).pipe(onward);
    for (const each of [onward, socket]) each.on("error", () => {});
    after(() => socket.destroy());
  });
  process.env.HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;
  process.env.HTTP_PROXY = process.env.HTTPS_PROXY;
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]);
  return { registry, tunnels };
}

test("a registry elsewhere is reached by https and through the proxy alone", { skip }, async () => {
  const { registry, tunnels } = await startHttps();
  const place = oci.open("oci://registry.test/orchard", createContext(scratch).context);
  const parcel = await createParcel(path.join(scratch, "secure"), { "ebb.md": "# Ebb\n" });
  await place?.send(parcel);
  assert.equal((await place?.look())?.sums, parcel.sums);
  assert.deepEqual([...new Set(tunnels)], ["registry.test:443"]);

  writeLogins({ auths: { "registry.test": entry(ANNA) } });
  const redirecting = (location: string) => (call: Call) => {
    if (call.headers.host !== "registry.test") return false;
    if (requiring(basic(ANNA), "Basic")(call)) return true;
    if (call.method !== "GET" || !call.path.includes("/blobs/")) return false;
    call.response.writeHead(307, { location: `${location}${call.path}` }).end();
    return true;
  };
  registry.intercept = redirecting("https://other.test");
  await place?.look();
  registry.intercept = redirecting(`http://${registry.host}`);
  await assert.rejects(place?.look() ?? Promise.resolve(), refuses("E_PROTECTED"));
  const leaks = registry.calls.filter(
    ({ headers }) => headers.host !== "registry.test" && headers.authorization !== undefined,
  );
  assert.deepEqual(leaks, []);
});

test("a token server that is not reached by https gets no login", { skip }, async () => {
  const registry = await startRegistry();
  registry.intercept = requiring("", 'Bearer realm="http://tokens.test/token",service="tides"');
  writeLogins({ auths: { [registry.host]: entry(ANNA) } });
  await assert.rejects(push(registry), refuses("E_PROTECTED"));
});
