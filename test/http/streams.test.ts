import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });
const server = await startServe(project);
const person = bearer(server.tokens.person);

/** A stream that is being read. */
interface Reading {
  readonly status: number | undefined;
  readonly events: readonly EventSourceMessage[];
  /** Waits until so many events have come. */
  until(count: number): Promise<void>;
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream and reads it with another program's parser. */
function open(place: string, headers: Readonly<Record<string, string>> = {}, body?: string) {
  return new Promise<Reading>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const accept = { accept: "text/event-stream", "content-type": "application/json" };
    const options = { method, headers: { ...person, ...accept, ...headers }, agent: false };
    const request = http.request(`${server.origin}/api/v1/${place}`, options, (response) => {
      const events: EventSourceMessage[] = [];
      let wake = () => {};
      const parser = createParser({
        onEvent(event) {
          events.push(event);
          wake();
        },
      });
      response.setEncoding("utf8");
      response.on("data", (text) => parser.feed(text));
      response.on("error", () => {});
      const ended = new Promise<void>((done) => response.once("close", done));
      const until = async (count: number) => {
        while (events.length < count) {
          await new Promise<void>((next) => {
            wake = next;
          });
        }
      };
      resolve({
        status: response.statusCode,
        events,
        until,
        ended,
        close: () => request.destroy(),
      });
    });
    request.once("error", reject);
    request.end(body);
  });
}

/** Sends a call and closes the connection before the server runs on and can answer. */
async function sendAndLeave(operation: string, body: string) {
  process.kill(server.pid, "SIGSTOP");
  try {
    const { hostname, port, host } = new URL(server.origin);
    const socket = net.connect(Number(port), hostname);
    const lines = [
      `POST /api/v1/${operation} HTTP/1.1`,
      `host: ${host}`,
      `authorization: ${person.authorization}`,
      "accept: text/event-stream",
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    await new Promise<void>((sent) => socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, sent));
    socket.destroy();
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
}

const thread = String(
  holdallJson(["thread", "new", "--title", "Tides"], { cwd: project }).json.thread_id,
);
const post = (text: string) =>
  server.call("person", "thread/post", { id: thread, text }).then(({ status }) => status);

test("a thread is followed as it grows, and a client resumes after what it has", async () => {
  assert.equal(await post("one"), 200);
  const first = await open(`thread/follow?id=${thread}`);
  assert.equal(first.status, 200);
  await first.until(2);
  assert.equal(await post("two"), 200);
  await first.until(3);
  const ids = first.events.map(({ id }) => Number(id));
  assert.deepEqual(ids, [0, 1, 2]);
  assert.equal(JSON.parse(first.events[2]?.data ?? "").content, "two");
  first.close();
  assert.equal(await post("three"), 200);
  const second = await open(`thread/follow?id=${thread}`, { "last-event-id": "1" });
  await second.until(2);
  assert.deepEqual(
    second.events.map(({ id, data }) => [Number(id), JSON.parse(data).content]),
    [
      [2, "two"],
      [3, "three"],
    ],
  );
  second.close();
});

test("a thread is followed only with a token, and in the header alone", {
  timeout: 10_000, // One that is followed does not end.
}, async () => {
  const place = `/api/v1/thread/follow?id=${thread}`;
  const refused = [
    await server.send(place),
    await server.send(place, { headers: bearer("x".repeat(server.tokens.person.length)) }),
    await server.send(`${place}&token=${server.tokens.person}`),
  ];
  for (const { status, json } of refused) {
    assert.equal(status, 401);
    assert.equal(Object(json).code, "E_PROTECTED");
  }
  const { status, close } = await open(`thread/follow?id=${thread}`);
  close();
  assert.equal(status, 200);
});

test("a thread that does not exist and a seq that is none are problems", async () => {
  const get = (query: string) => server.send(`/api/v1/thread/follow?${query}`, { headers: person });
  assert.equal((await get("id=0190nowhere")).status, 404);
  assert.equal((await get("")).status, 400);
  assert.equal((await get(`id=${thread}&from-seq=x`)).status, 400);
  const posted = await server.call("person", "thread/follow", { id: thread });
  assert.equal(posted.status, 405);
});

test("a client that does not read what it follows holds nobody up", async () => {
  const idle = await Promise.all(
    Array.from({ length: 10 }, () => open(`thread/follow?id=${thread}`)),
  );
  assert.equal(await post("four"), 200);
  for (const each of idle) each.close();
});

test("a call gives events on the way, and its result at the end", async () => {
  const reading = await open("ledger/verify", {}, "{}");
  await reading.ended;
  const last = reading.events.at(-1);
  assert.equal(last?.event, "result");
  assert.equal(JSON.parse(last?.data ?? "").ok, true);
  const kinds = new Set(reading.events.map(({ event }) => event));
  for (const kind of kinds)
    assert.ok(["progress", "note", "piece", "result"].includes(String(kind)));
});

test("a call that fails gives a problem as its last event", async () => {
  const reading = await open("thread/show", {}, JSON.stringify({ id: "0190nowhere" }));
  await reading.ended;
  assert.equal(reading.events.at(-1)?.event, "problem");
  assert.equal(JSON.parse(reading.events.at(-1)?.data ?? "").code, "E_NOT_FOUND");
});

test("closing the connection ends the operation, and the next one need not wait for it", {
  skip: process.platform === "linux" ? false : "reads are counted by Linux",
}, async () => {
  const folder = path.join(path.dirname(project), "many");
  fs.mkdirSync(folder);
  const names = Array.from({ length: 20_000 }, (_, index) => `${index}.txt`);
  for (const name of names) fs.writeFileSync(path.join(folder, name), "x");
  const digest = createHash("sha256").update("x").digest("hex");
  const sums = names.map((name) => `${digest}  ${name}\n`);
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), sums.join(""));
  const input = JSON.stringify({ path: folder });
  const empty = path.join(path.dirname(project), "empty");
  fs.mkdirSync(empty);
  // Counted in reads of files instead of in time, which says more about the machine.
  const reads = () =>
    Number(/^syscr: (\d+)$/m.exec(fs.readFileSync(`/proc/${server.pid}/io`, "utf8"))?.[1]);
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = reads();
    await work();
    return reads() - before;
  };
  await server.call("person", "formats"); // The first call loads it.
  const complete = await readsOf(async () => (await open("verify", {}, input)).ended);
  assert.ok(complete > names.length);
  const left: number[] = [];
  for (let call = 0; call < 6; call++) {
    left.push(
      await readsOf(async () => {
        await sendAndLeave("verify", input);
        await server.call("person", "verify", { path: empty }); // It waits in the same queue.
      }),
    );
  }
  // It notices between two slices of its work, whose length depends on the machine.
  assert.ok(Math.min(...left) < complete, `${left} reads, ${complete} for a complete one`);
  const reading = await open("verify", {}, input);
  await reading.until(1);
  reading.close();
  assert.equal((await server.call("person", "formats")).status, 200);
  assert.equal(server.faults(), "");
});
