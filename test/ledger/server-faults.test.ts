import assert from "node:assert/strict";
import net from "node:net";
import { after, test } from "node:test";
import { driverOf } from "../../src/stores/registry.ts";
import { verify } from "../conformance/ledger-check.ts";
import { startServer } from "../support/postgresql.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const server = await startServer();
const options = { skip: typeof server === "string" ? server : false };
let count = 0;

/** The URL of a workspace with events, and the same with something else in its query. */
async function workspace() {
  if (typeof server === "string") throw new Error(server);
  const location = server.url(`faults_${++count}`);
  const ledger = await openLedgerAt(location);
  await ledger.append([message("session:a", "first")]);
  await ledger.close();
  const withQuery = (name: string, value: string) => {
    const url = new URL(location);
    url.searchParams.set(name, value);
    return url.href;
  };
  return { location, withQuery };
}

/** A server between us and the real one that stops passing anything on on request. */
async function silentProxy(location: string) {
  const target = new URL(location);
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isSilent || to.write(bytes)));
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(location);
  url.port = String((proxy.address() as net.AddressInfo).port);
  const silence = () => {
    isSilent = true;
  };
  return { url, silence };
}

test("a statement that the server cancels ends in a sentence", options, async () => {
  const { withQuery } = await workspace();
  const location = withQuery("options", "-c statement_timeout=200");
  const store = await (await driverOf(location)).open(location);
  const slow = store.transaction("read", (tx) => tx.run("select pg_sleep(5)"));
  await assert.rejects(slow, { code: "E_IO", message: /took too long/ });
  await store.close();
});

test("a read-only database is read, and a write ends in a sentence", options, async () => {
  const { withQuery } = await workspace();
  const ledger = await openLedgerAt(withQuery("options", "-c default_transaction_read_only=on"));
  assert.deepEqual((await verify(ledger)).codes, []);
  const write = ledger.append([message("session:a", "second")]);
  await assert.rejects(write, { code: "E_IO", message: /read-only/ });
  await ledger.close();
});

test("a server without TLS is told as such where the URL requires it", options, async () => {
  const { withQuery } = await workspace();
  for (const mode of ["require", "verify-full", "no-verify"]) {
    const open = openLedgerAt(withQuery("sslmode", mode));
    await assert.rejects(open, { code: "E_IO", message: /TLS/ }, mode);
  }
});

test("a NUL, which the server cannot store, ends in a sentence", options, async () => {
  const { location } = await workspace();
  const store = await (await driverOf(location)).open(location);
  const insert = "insert into ledger_meta (key, value) values (?, ?)";
  const write = store.transaction("write", (tx) => tx.run(insert, ["a", "b\0c"]));
  await assert.rejects(write, { code: "E_UTF8" });
  const gathered = store.transaction("write", async (tx) => tx.write(insert, ["a", "b\0c"]));
  await assert.rejects(gathered, { code: "E_UTF8" });
  await store.close();
});

test("a connection that falls silent ends with a time limit", options, async () => {
  const { location } = await workspace();
  const { url, silence } = await silentProxy(location);
  url.searchParams.set("query_timeout", "1500");
  const ledger = await openLedgerAt(url.href);
  const read = ledger.read(async (tx) => {
    silence();
    return tx.all("select 1");
  });
  await assert.rejects(read, { code: "E_IO", message: /did not answer/ });
  await ledger.close();
});
