import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Found, Parcel } from "../../src/carriers/carrier.ts";
import oci from "../../src/carriers/oci/oci.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import {
  type Call,
  digestOf,
  type MemoryRegistry,
  startRegistry,
} from "../support/memory-registry.ts";
import { createContext, createParcel } from "../support/parcels.ts";
import { makeScratch, picture } from "../support/scratch.ts";

const scratch = makeScratch();
process.env.HOME = path.join(scratch, "home");
process.env.DOCKER_CONFIG = path.join(scratch, "docker");
delete process.env.HOLDALL_REGISTRY_TOKEN;

const MiB = 1024 * 1024;
let folders = 0;

function newFolder(): string {
  const folder = path.join(scratch, `folder-${folders++}`);
  fs.mkdirSync(folder);
  return folder;
}

function placeAt(address: string, reports = createContext(scratch)) {
  const place = oci.open(address, reports.context);
  assert.ok(place !== null, address);
  return place;
}

const LARGE = Buffer.alloc(5 * MiB, "tide ");

function orchard(signature: string | null = null): Promise<Parcel> {
  const files = { "manifest.json": "{}\n", "notes/ebb.md": "# Ebb\n", "blobs/large.bin": LARGE };
  return createParcel(newFolder(), files, { signature });
}

async function lookAt(registry: MemoryRegistry, name = "anna/orchard"): Promise<Found> {
  const found = await placeAt(`oci://${registry.host}/${name}`).look();
  assert.ok(found !== null);
  return found;
}

async function pushed(signature: string | null = null) {
  const registry = await startRegistry();
  const parcel = await orchard(signature);
  const sent = await placeAt(`oci://${registry.host}/anna/orchard`).send(parcel);
  registry.calls.length = 0;
  return { registry, parcel, sent };
}

/** Passes on all but the calls of a method and path, and those only as often as there are answers. */
function answering(pattern: RegExp, ...answers: ((call: Call) => void)[]) {
  return (call: Call) => {
    const next = pattern.test(`${call.method} ${call.path}`) ? answers.shift() : undefined;
    next?.(call);
    return next !== undefined;
  };
}

const refuses = (code: string, about = /./) => ({ code, message: about });
const isBlob = (bytes: Uint8Array | string) => new RegExp(`^GET .*${digestOf(bytes)}$`);

test("open() takes addresses of registries and leaves others alone", () => {
  const { context } = createContext(scratch);
  assert.equal(oci.open("orchard", context), null);
  assert.equal(oci.open("ssh://host/orchard", context), null);
  const place = oci.open("oci://registry.example:5000/anna/orchard", context);
  assert.equal(place?.address, "oci://registry.example:5000/anna/orchard:latest");
  assert.equal(place?.name, "orchard");
  const digest = `sha256:${"a".repeat(64)}`;
  assert.ok(oci.open(`oci://registry.example/orchard@${digest}`, context));
});

test("open() refuses an address that is malformed", () => {
  const { context } = createContext(scratch);
  const wrong = [
    "oci://",
    "oci://orchard",
    "oci:///orchard",
    "oci://registry.example/",
    "oci://registry.example/Orchard",
    "oci://Registry.example/orchard",
    "oci://registry.example/../orchard",
    "oci://registry..example/orchard",
    "oci://registry.example/a//b",
    "oci://registry.example/orchard:",
    "oci://registry.example/orchard:a b",
    "oci://registry.example/orchard@sha512:00",
    "oci://registry.example/orchard@sha256:00",
    `oci://registry.example/${"a".repeat(256)}`,
  ];
  for (const address of wrong) {
    assert.throws(() => oci.open(address, context), refuses("E_USAGE"), address);
  }
  const secret = "oci://anna:ebb-and-flow@registry.example/orchard";
  assert.throws(
    () => oci.open(secret, context),
    (error: Error) => !error.message.includes("ebb-and-flow"),
  );
});

test("look() finds nothing where nothing was pushed", async () => {
  const registry = await startRegistry();
  assert.equal(await placeAt(`oci://${registry.host}/anna/orchard`).look(), null);
});

test("send() and download() carry the files, the list and the signature", async () => {
  const { registry, parcel, sent } = await pushed("a signature\n");
  assert.ok(sent.bytes > LARGE.length);
  const found = await lookAt(registry);
  assert.equal(found.sums, parcel.sums);
  assert.deepEqual(found.signatures, ["a signature\n"]);
  assert.equal(found.pinned, sent.pinned);
  assert.ok((found.bytes ?? 0) > LARGE.length);
  const folder = newFolder();
  await found.download(folder);
  assert.deepEqual(contents(folder), contents(parcel.folder));
  const again = await placeAt(sent.pinned ?? "").look();
  assert.equal(again?.sums, parcel.sums);
});

/** The files of a folder, whatever their modes. */
function contents(folder: string): Record<string, string> {
  const lines = Object.entries(picture(folder)).filter(([, what]) => !what.endsWith("folder"));
  return Object.fromEntries(lines.map(([name, what]) => [name, what.split(" ")[1] ?? ""]));
}

test("send() describes equal content by equal bytes, without times and hosts", async () => {
  const { registry, sent } = await pushed();
  const manifest = JSON.parse(String(registry.content.get("anna/orchard:latest")));
  assert.equal(manifest.artifactType, "application/vnd.holdall.bundle.v1");
  assert.deepEqual(
    manifest.layers.map((layer: { annotations: object }) => Object.values(layer.annotations)),
    [["SHA256SUMS"], ["files.tar.gz"], ["blobs/large.bin"]],
  );
  assert.equal(manifest.layers[2].digest, digestOf(LARGE));
  const other = await pushed();
  const digest = (pinned: string | null) => pinned?.split("@")[1];
  assert.equal(digest(sent.pinned), digest(other.sent.pinned));
});

test("send() of what is there asks once for each blob and sends none", async () => {
  const { registry, parcel } = await pushed("a signature\n");
  const sent = await placeAt(`oci://${registry.host}/anna/orchard`).send(parcel);
  assert.equal(sent.bytes, 0);
  assert.equal(registry.asked(/^POST/).length, 0);
  assert.equal(registry.asked(/^HEAD/).length, 6); // Four of the bundle, two of its signature.
});

test("send() stores a sealed parcel as one file", async () => {
  const registry = await startRegistry();
  const parcel = await createParcel(newFolder(), { "bundle.age": "sealed" }, { format: "age" });
  await placeAt(`oci://${registry.host}/orchard`).send(parcel);
  assert.ok(registry.content.has(digestOf("sealed")));
  const folder = newFolder();
  await (await lookAt(registry, "orchard")).download(folder);
  assert.deepEqual(contents(folder), contents(parcel.folder));
});

test("send() refuses an address with a digest", async () => {
  const { parcel, sent } = await pushed();
  await assert.rejects(placeAt(sent.pinned ?? "").send(parcel), refuses("E_USAGE"));
});

test("send() stores at most 64 files apart", async () => {
  const registry = await startRegistry();
  const folder = newFolder();
  const { sums } = await createParcel(folder, { "0.bin": randomBytes(4 * MiB) });
  const names = Array.from({ length: 66 }, (_, at) => `${at}.bin`);
  for (const name of names.slice(1)) {
    fs.linkSync(path.join(folder, "0.bin"), path.join(folder, name));
  }
  const parcel = {
    files: folderFiles(folder),
    folder,
    sums: names.map((name) => sums.replace("0.bin", name)).join(""),
    signature: null,
    format: "ocf",
    bytes: 66 * 4 * MiB,
  };
  await placeAt(`oci://${registry.host}/orchard`).send(parcel);
  const manifest = JSON.parse(String(registry.content.get("orchard:latest")));
  assert.equal(manifest.layers.length, 66); // With the list and the archive of two files.
});

test("send() stores a file apart that no receiver would unpack", async () => {
  const registry = await startRegistry();
  const place = placeAt(`oci://${registry.host}/orchard`);
  const zeros = Buffer.alloc(2 * MiB);
  const parcel = await createParcel(newFolder(), { "zeros.bin": zeros, "ebb.md": "# Ebb\n" });
  await place.send(parcel);
  const folder = newFolder();
  await (await lookAt(registry, "orchard")).download(folder);
  assert.deepEqual(contents(folder), contents(parcel.folder));
  const names = Array.from({ length: 100 }, (_, at) => `${at}.bin`);
  const many = Object.fromEntries(names.map((name) => [name, Buffer.alloc(100_000)]));
  await assert.rejects(place.send(await createParcel(newFolder(), many)), refuses("E_LIMIT"));
});

test("a signature is kept beside the signatures that other programs list", async () => {
  const { registry, parcel, sent } = await pushed();
  const tag = `anna/orchard:${sent.pinned?.split("@")[1]?.replace(":", "-")}`;
  const foreign = { mediaType: "application/x-else", digest: digestOf(""), size: 0, urls: ["x"] };
  registry.content.set(
    tag,
    Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [foreign] })),
  );
  const place = placeAt(`oci://${registry.host}/anna/orchard`);
  await place.send({ ...parcel, signature: "one\n" });
  await place.send({ ...parcel, signature: "two\n" });
  const { manifests } = JSON.parse(String(registry.content.get(tag)));
  assert.equal(manifests.length, 3);
  assert.deepEqual(manifests[0], foreign);
  assert.deepEqual((await lookAt(registry)).signatures, ["two\n", "one\n"]);
});

test("a listed signature of another bundle is not taken for one of this", async () => {
  const { registry, sent } = await pushed("a signature\n");
  const tag = `anna/orchard:${sent.pinned?.split("@")[1]?.replace(":", "-")}`;
  const index = registry.content.get(tag) ?? Buffer.alloc(0);
  const other = await createParcel(newFolder(), { "other.md": "Other\n" });
  const second = await placeAt(`oci://${registry.host}/anna/orchard`).send(other);
  const digest = second.pinned?.split("@")[1]?.replace(":", "-");
  registry.content.set(`anna/orchard:${digest}`, index);
  assert.deepEqual((await lookAt(registry)).signatures, []);
});

test("download() does not fetch what is there and right", async () => {
  const { registry, parcel } = await pushed();
  const folder = newFolder();
  await (await lookAt(registry)).download(folder);
  fs.writeFileSync(path.join(folder, "notes/ebb.md"), "altered");
  fs.writeFileSync(path.join(folder, `.${"a".repeat(64)}.part`), "of an earlier archive");
  registry.calls.length = 0;
  await (await lookAt(registry)).download(folder);
  assert.deepEqual(contents(folder), contents(parcel.folder));
  assert.equal(registry.asked(isBlob(LARGE)).length, 0);
});

test("download() goes on where a connection broke off, in one run and in the next", async () => {
  const { registry, parcel } = await pushed();
  const breakOff = ({ response, headers }: Call) => {
    const from = Number(/\d+/.exec(headers.range ?? "0")?.[0]);
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": LARGE.length - from,
      "content-range": `bytes ${from}-${LARGE.length - 1}/${LARGE.length}`,
    });
    response.write(LARGE.subarray(from, from + MiB), () => response.destroy());
  };
  const stop = ({ response }: Call) => void response.writeHead(404).end();
  registry.intercept = answering(isBlob(LARGE), breakOff, breakOff, stop);
  const folder = newFolder();
  await assert.rejects((await lookAt(registry)).download(folder), refuses("E_NOT_FOUND"));
  assert.equal(fs.existsSync(path.join(folder, "blobs/large.bin")), false);
  registry.calls.length = 0;
  await (await lookAt(registry)).download(folder);
  const [last] = registry.calls.filter(({ path: at }) => at.endsWith(digestOf(LARGE)));
  assert.match(last?.headers.range ?? "", /^bytes=[1-9]\d{5,}-$/);
  assert.deepEqual(contents(folder), contents(parcel.folder));
});

test("download() starts again with a registry that knows no ranges", async () => {
  const { registry, parcel } = await pushed();
  const folder = newFolder();
  const digest = digestOf(LARGE).slice("sha256:".length);
  fs.writeFileSync(path.join(folder, `.${digest}.part`), "an old beginning");
  registry.intercept = answering(isBlob(LARGE), ({ response }) => void response.end(LARGE));
  await (await lookAt(registry)).download(folder);
  assert.deepEqual(contents(folder), contents(parcel.folder));
});

test("download() stops when the user stops", async () => {
  const { registry } = await pushed();
  const reports = createContext(scratch);
  const found = await placeAt(`oci://${registry.host}/anna/orchard`, reports).look();
  registry.intercept = answering(isBlob(LARGE), ({ response }) => {
    response.write(LARGE.subarray(0, MiB), () => reports.abort());
  });
  await assert.rejects(found?.download(newFolder()) ?? Promise.resolve(), { message: "stopped" });
});

test("other bytes than a digest names are refused, and nothing of them stays", async () => {
  const { registry } = await pushed();
  const wrong = Buffer.alloc(LARGE.length, "ebb ");
  registry.intercept = answering(isBlob(LARGE), ({ response }) => void response.end(wrong));
  const folder = newFolder();
  await assert.rejects((await lookAt(registry)).download(folder), refuses("E_DIGEST"));
  assert.deepEqual(Object.keys(contents(folder)), []);
});

test("a manifest with another digest than the address is refused", async () => {
  const { registry, sent } = await pushed();
  const asked = /^GET .*manifests\/sha256:/;
  registry.intercept = answering(asked, ({ response }) => void response.end("{}"));
  await assert.rejects(placeAt(sent.pinned ?? "").look(), refuses("E_DIGEST"));
});

test("a body without an end is cut off where it gets longer than declared", async () => {
  const { registry, parcel } = await pushed();
  const endless = ({ response }: Call) => {
    const more = () => {
      while (response.write(LARGE));
    };
    response.on("drain", more);
    more();
  };
  registry.intercept = answering(/^GET .*manifests/, endless);
  await assert.rejects(lookAt(registry), refuses("E_LIMIT", /4 MiB/));
  registry.intercept = answering(isBlob(parcel.sums), endless);
  await assert.rejects(lookAt(registry), refuses("E_LIMIT"));
  registry.intercept = answering(isBlob(LARGE), endless);
  const folder = newFolder();
  await assert.rejects((await lookAt(registry)).download(folder), refuses("E_LIMIT"));
  assert.deepEqual(Object.keys(contents(folder)), []);
});

test("what is no bundle is refused by its name", async () => {
  const { registry } = await pushed();
  const config = {
    mediaType: "application/vnd.oci.image.config.v1+json",
    digest: digestOf(""),
    size: 0,
  };
  const image = (more: object) =>
    Buffer.from(JSON.stringify({ schemaVersion: 2, config, layers: [], ...more }));
  const key = "anna/orchard:latest";
  registry.content.set(key, image({}));
  await assert.rejects(lookAt(registry), refuses("E_FORMAT", /image\.config\.v1\+json/));
  registry.content.set(key, image({ artifactType: "application/x-chart" }));
  await assert.rejects(lookAt(registry), refuses("E_FORMAT", /application\/x-chart/));
  registry.content.set(key, Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [] })));
  await assert.rejects(lookAt(registry), refuses("E_FORMAT", /list of images/));
  registry.content.set(key, Buffer.from("<html>"));
  await assert.rejects(lookAt(registry), refuses("E_FORMAT"));
});

test("a file that the list of sums does not name is refused before it is fetched", async () => {
  const { registry } = await pushed();
  const key = "anna/orchard:latest";
  const manifest = String(registry.content.get(key));
  for (const name of ["../outside", ".git/config", "notes/ebb.md"]) {
    registry.content.set(key, Buffer.from(manifest.replace("blobs/large.bin", name)));
    const found = await lookAt(registry);
    await assert.rejects(found.download(newFolder()), refuses("E_DIGEST"), name);
  }
  assert.equal(registry.asked(isBlob(LARGE)).length, 0);
});

test("a registry that asks to wait is waited for", async () => {
  const { registry } = await pushed();
  const busy =
    (status: number, headers: Record<string, string>) =>
    ({ response }: Call) =>
      void response.writeHead(status, headers).end();
  const soon = { "retry-after": "0" };
  const date = { "retry-after": new Date(Date.now() + 500).toUTCString() };
  const answers = [busy(429, soon), busy(503, date), busy(429, soon), busy(503, soon)];
  registry.intercept = answering(/^GET .*manifests\/latest/, ...answers);
  assert.ok(await lookAt(registry));
  registry.intercept = answering(/^GET/, busy(429, { "retry-after": "86400" }));
  await assert.rejects(lookAt(registry), refuses("E_IO", /429/));
});

test("a failure of the server is tried three times", async () => {
  const { registry, parcel } = await pushed();
  const fails = ({ response }: Call) => void response.writeHead(500).end();
  registry.intercept = answering(/^GET .*manifests\/latest/, fails, fails);
  assert.ok(await lookAt(registry));
  registry.intercept = answering(/^GET/, fails, fails, fails);
  await assert.rejects(lookAt(registry), refuses("E_IO", /status 500/));
  registry.content.delete(digestOf(LARGE));
  registry.intercept = answering(/^PUT .*blobs/, fails, fails);
  await placeAt(`oci://${registry.host}/anna/orchard`).send(parcel);
  assert.ok(registry.content.has(digestOf(LARGE)));
});

test("the reason of a registry is in the error", async () => {
  const { registry, parcel } = await pushed();
  const reason = { errors: [{ code: "DENIED", message: "the quota is used up" }] };
  registry.intercept = answering(
    /^HEAD|^POST/,
    ({ response }) => {
      response.writeHead(404).end();
    },
    ({ response }) => void response.writeHead(403).end(JSON.stringify(reason)),
  );
  const sending = placeAt(`oci://${registry.host}/anna/orchard`).send(parcel);
  await assert.rejects(sending, refuses("E_IO", /quota is used up/));
});

test("progress is reported in bytes", async () => {
  const registry = await startRegistry();
  const reports = createContext(scratch);
  const place = placeAt(`oci://${registry.host}/orchard`, reports);
  await place.send(await orchard());
  await (await place.look())?.download(newFolder());
  assert.ok(reports.progress.some((text) => /^sent [\d.]+ MiB of 5 MiB$/.test(text)));
  assert.ok(reports.progress.some((text) => /^fetched [\d.]+ MiB of 5 MiB$/.test(text)));
});
