import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import oci from "../../src/carriers/oci/oci.ts";
import { createContext, createParcel } from "../support/parcels.ts";
import {
  LOGIN,
  type Protection,
  startDockerRegistry,
  startReferrersRegistry,
  withoutDockerRegistry,
  withoutReferrersRegistry,
} from "../support/registries.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
const docker = path.join(scratch, "docker");
process.env.HOME = path.join(scratch, "home");
process.env.DOCKER_CONFIG = docker;
delete process.env.HOLDALL_REGISTRY_TOKEN;

const LARGE = randomBytes(5 * 1024 * 1024);
const files = { "manifest.json": "{}\n", "notes/ebb.md": "# Ebb\n", "blobs/large.bin": LARGE };
const SIGNATURE = "-----BEGIN SSH SIGNATURE-----\n";
let folders = 0;

function newFolder(): string {
  const folder = path.join(scratch, `folder-${folders++}`);
  fs.mkdirSync(folder);
  return folder;
}

function placeAt(registry: string, name: string) {
  const place = oci.open(`oci://${registry}/${name}`, createContext(scratch).context);
  assert.ok(place !== null);
  return place;
}

const orchard = (signature: string | null = SIGNATURE) =>
  createParcel(newFolder(), files, { signature });

/** Fetches a bundle and checks every file with sha256sum. */
async function fetchFrom(registry: string, name: string) {
  const found = await placeAt(registry, name).look();
  assert.ok(found !== null);
  const folder = newFolder();
  await found.download(folder);
  checkSums(folder, found.sums);
  return found;
}

function checkSums(folder: string, sums: string): void {
  const checked = spawnSync("sha256sum", ["-c", "--strict"], { cwd: folder, input: sums });
  assert.equal(checked.status, 0, String(checked.stderr));
  const listed = sums.split("\n").filter((line) => line !== "").length;
  assert.equal(listed, Object.keys(files).length);
}

async function carryBothWays(registry: string) {
  const parcel = await orchard();
  const place = placeAt(registry, "anna/orchard:spring");
  assert.equal(await place.look(), null);
  const sent = await place.send(parcel);
  assert.ok(sent.bytes > LARGE.length);
  const found = await fetchFrom(registry, "anna/orchard:spring");
  assert.deepEqual(found.signatures, [SIGNATURE]);
  assert.equal(found.pinned, sent.pinned);
  assert.equal((await place.send(parcel)).bytes, 0);
}

function writeLogin(registry: string, login: string): void {
  const auths = { [registry]: { auth: Buffer.from(login).toString("base64") } };
  writeFiles(docker, { "config.json": JSON.stringify({ auths }) });
}

for (const protection of ["open", "basic", "bearer"] satisfies Protection[]) {
  const name = `Debian's registry (${protection}) keeps a bundle with its signature`;
  test(name, { skip: withoutDockerRegistry }, async () => {
    const registry = await startDockerRegistry(newFolder(), protection);
    if (protection !== "open") {
      writeLogin(registry, "anna:wrong");
      await assert.rejects(placeAt(registry, "orchard").look(), { code: "E_IO" });
    }
    writeLogin(registry, LOGIN);
    await carryBothWays(registry);
  });
}

test("a registry that lists referrers keeps a bundle with its signature", {
  skip: withoutReferrersRegistry,
}, async () => {
  await carryBothWays(await startReferrersRegistry());
});

const oras = process.env.ORAS ?? "oras";
const withoutOras =
  withoutDockerRegistry ||
  (spawnSync(oras, ["version"]).error === undefined
    ? false
    : "not run: oras is not installed, and ORAS names no such program");

function runOras(folder: string, ...args: readonly string[]): string {
  const ran = spawnSync(oras, args, { cwd: folder, encoding: "utf8" });
  assert.equal(ran.status, 0, `${args.join(" ")}: ${ran.stderr}`);
  return ran.stdout;
}

/** What another program pulled: the small files are in an archive. */
function unpack(folder: string): void {
  const args = ["-xzf", "files.tar.gz", "--strip-components=1"];
  assert.equal(spawnSync("tar", args, { cwd: folder }).status, 0);
}

describe("ORAS", { skip: withoutOras }, () => {
  let registry = "";
  const at = (name: string) => `${registry}/${name}`;
  before(async () => {
    registry = await startDockerRegistry(newFolder());
  });

  test("pulls what was pushed", async () => {
    const parcel = await orchard();
    await placeAt(registry, "ours").send(parcel);
    const folder = newFolder();
    runOras(folder, "pull", "--plain-http", at("ours:latest"));
    unpack(folder);
    checkSums(folder, fs.readFileSync(path.join(folder, "SHA256SUMS"), "utf8"));
    const tree = runOras(folder, "discover", "--plain-http", "--format", "json", at("ours:latest"));
    assert.match(tree, /application\/vnd\.holdall\.signature\.v1/);
  });

  test("pushes and signs what is pulled", async () => {
    await placeAt(registry, "first").send(await orchard(null));
    const folder = newFolder();
    runOras(folder, "pull", "--plain-http", at("first:latest"));
    const type = (name: string) => `application/vnd.holdall.${name}`;
    writeFiles(folder, { "config.json": "{}", "SHA256SUMS.sig": SIGNATURE });
    const push = ["push", "--plain-http", "--artifact-type", type("bundle.v1")];
    const config = ["--config", `config.json:${type("bundle.config.v1+json")}`, at("theirs:one")];
    const layers = [
      `SHA256SUMS:${type("bundle.sums.v1")}`,
      `files.tar.gz:${type("bundle.files.v1.tar+gzip")}`,
      `blobs/large.bin:${type("bundle.file.v1")}`,
    ];
    runOras(folder, ...push, ...config, ...layers);
    assert.deepEqual((await fetchFrom(registry, "theirs:one")).signatures, []);
    const attach = ["attach", "--plain-http", "--artifact-type", type("signature.v1")];
    runOras(folder, ...attach, at("theirs:one"), `SHA256SUMS.sig:${type("signature.v1")}`);
    assert.deepEqual((await fetchFrom(registry, "theirs:one")).signatures, [SIGNATURE]);
  });

  test("pushes what is refused, by its type", async () => {
    const folder = writeFiles(newFolder(), { "chart.txt": "x" });
    const push = ["push", "--plain-http", "--artifact-type", "application/x-chart"];
    runOras(folder, ...push, at("chart:one"), "chart.txt");
    const looking = placeAt(registry, "chart:one").look();
    await assert.rejects(looking, { code: "E_FORMAT", message: /application\/x-chart/ });
  });

  test("copies a bundle and its signature to another registry", {
    skip: withoutReferrersRegistry,
  }, async () => {
    await placeAt(registry, "moved").send(await orchard());
    const other = await startReferrersRegistry();
    const plain = ["--from-plain-http", "--to-plain-http"];
    runOras(scratch, "copy", "-r", ...plain, at("moved:latest"), `${other}/moved:latest`);
    assert.deepEqual((await fetchFrom(other, "moved")).signatures, [SIGNATURE]);
    runOras(scratch, "copy", "-r", ...plain, `${other}/moved:latest`, at("back:latest"));
    assert.deepEqual((await fetchFrom(registry, "back")).signatures, [SIGNATURE]);
  });
});

const python = process.env.ORAS_PYTHON ?? "";
const withoutPython =
  withoutDockerRegistry ||
  (python === "" ? "not run: ORAS_PYTHON names no Python with oras 0.2.43" : false);

test("ORAS for Python pulls what was pushed", { skip: withoutPython }, async () => {
  const registry = await startDockerRegistry(newFolder());
  await placeAt(registry, "ours").send(await orchard());
  const folder = newFolder();
  const script =
    "import sys, oras.client; oras.client.OrasClient(insecure=True).pull(sys.argv[1], outdir=sys.argv[2])";
  const target = `${registry}/ours:latest`;
  const ran = spawnSync(python, ["-c", script, target, folder], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  unpack(folder);
  checkSums(folder, fs.readFileSync(path.join(folder, "SHA256SUMS"), "utf8"));
});
