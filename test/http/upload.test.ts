import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const scratch = makeScratch();
const project = path.join(scratch, "project");
const temporary = path.join(scratch, "tmp");
for (const folder of [project, temporary]) fs.mkdirSync(folder);
holdall(["init"], { cwd: project });
for (const text of ["The store is SQLite", "Releases are cut on Tuesdays"]) {
  holdall(["state", "commit", text], { cwd: project });
}
const archive = path.join(scratch, "kit.tar.gz");
assert.equal(holdall(["kit", "export", "--out", archive], { cwd: project }).code, 0);
const server = await startServe(project, { TMPDIR: temporary });
// A server has a folder for the conversations that it reads.
const own = fs.readdirSync(temporary);

const octets = { "content-type": "application/octet-stream" };
const json = { "content-type": "application/json" };

async function check(body: Buffer | string, type: object = octets, name = "dropped.tar.gz") {
  const headers = { ...bearer(server.tokens.program), ...type };
  const query = new URLSearchParams({ name });
  const answer = await server.send(`/api/v1/bundle/check?${query}`, {
    method: "POST",
    headers,
    body,
  });
  // The answer may be there a moment before the folder is gone.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(fs.readdirSync(temporary), own, "nothing is kept");
  return answer;
}

test("a dropped archive is inspected, verified and converted, and not kept", async () => {
  const { status, json: checked } = await check(fs.readFileSync(archive));
  assert.equal(status, 200);
  const { inspect, verify, conversions } = Object(checked);
  assert.equal(verify.ok, true);
  assert.equal(inspect.format, verify.format);
  const states = conversions.filter(({ loss }: { loss: unknown }) => loss !== null);
  assert.ok(states.length >= 2);
  for (const { to, reason, loss } of conversions) {
    assert.ok(loss !== null || (typeof reason === "string" && reason !== ""), to);
  }
});

test("the files of a dropped folder are checked alike", async () => {
  const folder = path.join(scratch, "kit");
  assert.equal(holdall(["unpack", archive, "--out", folder], { cwd: project }).code, 0);
  const files: Record<string, unknown> = {};
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    files[name] = { base64: fs.readFileSync(file).toString("base64") };
  }
  const { status, json: checked } = await check(JSON.stringify({ files }), json, "kit");
  assert.equal(status, 200);
  assert.equal(Object(checked).verify.ok, true);
  files["snapshot.json"] = "{}";
  const damaged = await check(JSON.stringify({ files }), json, "kit");
  assert.equal(Object(damaged.json).verify.ok, false);
});

test("hostile uploads are findings or refusals, and write nothing outside", async () => {
  const before = fs.readdirSync(scratch).sort();
  const hostile = path.join(scratch, "hostile.tar");
  const { spawnSync } = await import("node:child_process");
  fs.mkdirSync(path.join(scratch, "h"));
  fs.writeFileSync(path.join(scratch, "h/x"), "x");
  const tar = [
    "-cf",
    hostile,
    "--transform",
    "s,^,../../../escaped/,",
    "-P",
    "-C",
    `${scratch}/h`,
    "x",
  ];
  assert.equal(spawnSync("tar", tar).status, 0);
  const bodies = [
    gzipSync(fs.readFileSync(hostile)),
    gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    Buffer.from("age-encryption.org/v1\n"),
    Buffer.from([0x1f, 0x8b, 8, 0]),
    Buffer.alloc(0),
  ];
  for (const body of bodies) {
    const { status, json: checked } = await check(body);
    assert.equal(status, 200);
    assert.equal(Object(checked).verify.ok, false);
  }
  fs.rmSync(path.join(scratch, "h"), { recursive: true });
  fs.rmSync(hostile);
  assert.deepEqual(fs.readdirSync(scratch).sort(), before);
  assert.ok(!fs.existsSync(path.join(os.tmpdir(), "escaped")));
});

test("names and files that are none are refused", async () => {
  for (const name of ["../x.tar.gz", "/etc/passwd", "a/b", "", "x".repeat(300), "a\0b"]) {
    assert.equal((await check("x", octets, name)).status, 422, name);
  }
  for (const files of [{ "../x": "y" }, { "/x": "y" }, { "": "y" }]) {
    assert.equal((await check(JSON.stringify({ files }), json, "kit")).status, 422);
  }
  const clash = { files: { a: "file", "a/b": "in a file" } };
  assert.ok(
    [404, 409, 422, 500].includes((await check(JSON.stringify(clash), json, "kit")).status),
  );
  for (const body of ["[]", "{", '{"files":[]}', '{"files":{"a":7}}', "{}"]) {
    assert.equal((await check(body, json, "kit")).status, 400, body);
  }
  assert.equal((await check("x", { "content-type": "text/plain" })).status, 415);
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}`, ""]));
  assert.equal((await check(JSON.stringify({ files: many }), json, "kit")).status, 413);
  assert.equal(server.faults(), "");
});

/** More than an archive may have. */
const TOO_MANY = 257;
const MEBIBYTE = Buffer.alloc(1024 * 1024);

test("an archive that grows beyond the limit unannounced is refused, and leaves nothing", async () => {
  const answer = await new Promise<{ readonly status: number | undefined; readonly text: string }>(
    (resolve, reject) => {
      const headers = { ...bearer(server.tokens.program), ...octets };
      const options = { method: "POST", headers, agent: false };
      const sent = http.request(`${server.origin}/api/v1/bundle/check`, options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("close", () => resolve({ status: response.statusCode, text }));
      });
      // After the answer the server closes the connection, while the rest is still being sent.
      sent.on("error", reject);
      void send(sent);
    },
  );
  assert.equal(answer.status, 413);
  assert.equal(JSON.parse(answer.text).code, "E_LIMIT");
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(fs.readdirSync(temporary), own);
  assert.equal((await check(fs.readFileSync(archive))).status, 200);
});

/** Sends a piece when the one before it has gone; without a length the body goes out in chunks. */
async function send(request: http.ClientRequest): Promise<void> {
  for (let part = 0; part < TOO_MANY && !request.destroyed; part++) {
    await new Promise<unknown>((resolve) => {
      request.write(MEBIBYTE, resolve);
    });
  }
  request.end();
}
