import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createFindings } from "../../src/base/findings.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { streamEvents, streamHeads } from "../../src/ledger/read.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import type { OwnServer } from "../support/postgresql.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  message,
  messagesModule,
  openLedgerAt,
  openStore,
  subjectsToKill,
} from "../support/workspaces.ts";

const scratch = makeScratch();
const { all, server } = await subjectsToKill();
const writer = path.join(import.meta.dirname, "writer.ts");
const modules = [messagesModule];
const NAMES = ["a", "b", "c"];
/** How often a writer is killed; more often when somebody asks for it and has the time. */
const KILLS = Number(process.env.HOLDALL_KILLS ?? 30);
const KILLING_MS = Math.max(10_000, KILLS * 1000);
const MAX_MS = 20_000;

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Waits until something is true, and returns whether it came to that. */
async function until(isTrue: () => boolean, longest = MAX_MS): Promise<boolean> {
  const deadline = Date.now() + longest;
  while (!isTrue() && Date.now() < deadline) await wait(5);
  return isTrue();
}

/** A group of writing processes that are replaced when they die. */
function startWriters(location: string, folder: string, wrap: (args: string[]) => string[]) {
  fs.mkdirSync(folder, { recursive: true });
  const running = new Map<string, { readonly child: ChildProcess; readonly before: number }>();
  const complaints: string[] = [];
  let kills = 0;
  let isOver = false;
  const acksOf = (name: string) => path.join(folder, name);
  const start = (name: string) => {
    const [command = "", ...args] = wrap([writer, location, name, acksOf(name)]);
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.on("data", (chunk) => complaints.push(String(chunk)));
    child.on("exit", () => isOver || start(name));
    running.set(name, { child, before: sizeOf(acksOf(name)) });
  };
  for (const name of NAMES) start(name);
  const isWriting = (name: string) => sizeOf(acksOf(name)) > (running.get(name)?.before ?? 0);
  return {
    complaints,
    kills: () => kills,
    /** Resolves when every process that runs now has written something. */
    allWriting: () => until(() => NAMES.every(isWriting)),
    /** Kills one process again and again, each time a random moment after it began to write. */
    async killOften(name: string, times: number, deadline: number) {
      for (
        let n = 0;
        n < times && (await until(() => isWriting(name), deadline - Date.now()));
        n++
      ) {
        await wait(Math.random() * 120);
        const child = running.get(name)?.child;
        child?.kill("SIGKILL");
        kills++;
        await until(() => running.get(name)?.child !== child);
      }
    },
    async stop() {
      isOver = true;
      const gone = [...running.values()].map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, "exit");
        child.kill("SIGKILL");
        await exit;
      });
      await Promise.all(gone);
    },
  };
}

const plainNode = (args: string[]) => [process.execPath, ...args];

/** Events that were confirmed to the writers, by stream. */
function acknowledged(folder: string): Map<string, string[]> {
  const acks = new Map<string, string[]>();
  for (const name of fs.readdirSync(folder)) {
    for (const line of fs.readFileSync(path.join(folder, name), "utf8").split("\n")) {
      const [stream = "", id = ""] = line.split(" ");
      if (id !== "") acks.set(stream, [...(acks.get(stream) ?? []), id]);
    }
  }
  return acks;
}

/** Nothing acknowledged is lost, nothing is there twice, and the chain and the tables are whole. */
async function checkOutcome(ledger: Ledger, folder: string) {
  const findings = createFindings();
  const { events } = await verifyLedger(ledger, findings);
  assert.deepEqual(findings.list(), []);
  let acked = 0;
  for (const [stream, ids] of acknowledged(folder)) {
    const stored = (await Array.fromAsync(streamEvents(ledger, stream))).map(({ id }) => id);
    assert.equal(new Set(stored).size, stored.length);
    const there = new Set(stored);
    assert.deepEqual(
      ids.filter((id) => !there.has(id)),
      [],
      "acknowledged and lost",
    );
    // A life's events are in the order it wrote them.
    const order = new Map(stored.map((id, at) => [id, at]));
    const byLife = Map.groupBy(ids, (id) => id.split("-").slice(0, 2).join("-"));
    for (const own of byLife.values()) {
      const places = own.map((id) => order.get(id) ?? -1);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    }
    acked += ids.length;
  }
  return { events, acked };
}

for (const subject of all) {
  test(`writers killed at random moments lose nothing (${subject.name})`, {
    skip: subject.skip,
  }, async (t) => {
    const location = subject.location();
    const folder = path.join(scratch, `acks-${subject.name}`);
    await (await openLedgerAt(location, { modules })).close();
    const writers = startWriters(location, folder, plainNode);
    const deadline = Date.now() + KILLING_MS;
    const each = Math.ceil(KILLS / NAMES.length);
    await Promise.all(NAMES.map((name) => writers.killOften(name, each, deadline)));
    await writers.stop();
    assert.deepEqual(writers.complaints, []);
    const ledger = await openLedgerAt(location, { modules });
    const { events, acked } = await checkOutcome(ledger, folder);
    await ledger.close();
    const most = (writers.kills() + NAMES.length) * 4;
    assert.ok(events - acked <= most, `${events - acked} events nobody was told about`);
    assert.ok(acked > 0 && writers.kills() > 2, `${writers.kills()} kills, ${acked} events`);
    t.diagnostic(`${writers.kills()} kills, ${acked} events acknowledged, ${events} stored`);
  });
}

const skipServer = typeof server === "string" ? server : false;

suite("a PostgreSQL server that goes away", () => {
  const running = () => server as OwnServer;

  test("a server killed in the middle of transactions loses nothing", {
    skip: skipServer,
  }, async (t) => {
    const location = running().url("server_killed");
    const folder = path.join(scratch, "acks-server");
    await (await openLedgerAt(location, { modules })).close();
    const writers = startWriters(location, folder, plainNode);
    assert.ok(await writers.allWriting());
    for (let n = 0; n < 3; n++) {
      await wait(200 + Math.random() * 500);
      await running().kill();
      await wait(50);
      await running().start();
      const size = sizeOf(path.join(folder, "a"));
      assert.ok(await until(() => sizeOf(path.join(folder, "a")) > size));
    }
    await writers.stop();
    assert.deepEqual(writers.complaints, []);
    const ledger = await openLedgerAt(location, { modules });
    const { events, acked } = await checkOutcome(ledger, folder);
    await ledger.close();
    assert.ok(acked > 10, `only ${acked} events were written`);
    t.diagnostic(`3 kills of the server, ${acked} events acknowledged, ${events} stored`);
  });

  test("connections that are cut lose nothing", { skip: skipServer }, async (t) => {
    const location = running().url("connections_cut");
    const folder = path.join(scratch, "acks-cut");
    await (await openLedgerAt(location, { modules })).close();
    const writers = startWriters(location, folder, plainNode);
    assert.ok(await writers.allWriting());
    const admin = await openStore(location);
    let cut = 0;
    for (let n = 0; n < 30; n++) {
      await wait(20 + Math.random() * 60);
      const ended = await admin.transaction("read", (tx) =>
        tx.all(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'holdall' and pid <> pg_backend_pid()
           and query like '%ledger_%'`,
        ),
      );
      cut += ended.length;
    }
    await admin.close();
    await writers.stop();
    assert.deepEqual(writers.complaints, []);
    const ledger = await openLedgerAt(location, { modules });
    const { acked } = await checkOutcome(ledger, folder);
    await ledger.close();
    assert.ok(cut > 0 && acked > 10, `${cut} cut, ${acked} written`);
    t.diagnostic(`${cut} connections cut, ${acked} events acknowledged`);
  });

  test("an append on a dead server is E_IO, and works again later", {
    skip: skipServer,
  }, async () => {
    const ledger = await openLedgerAt(running().url("dead_server"), { modules });
    await ledger.append([message("continuity:a", "before")]);
    await running().kill();
    await assert.rejects(ledger.append([message("continuity:a", "lost")]), { code: "E_IO" });
    await assert.rejects(openLedgerAt(running().url("dead_server")), { code: "E_IO" });
    await running().start();
    const [after] = await ledger.append([message("continuity:a", "after")]);
    assert.equal(after?.seq, 1);
    await ledger.close();
  });
});

suite("a SQLite store without room", () => {
  const [sqlite] = all;
  const location = () => sqlite?.location() ?? "";

  test("a full database refuses whole batches, and takes them when there is room", async () => {
    const ledger = await openLedgerAt(location(), { modules });
    const pragma = (sql: string) => ledger.read((tx) => tx.all<{ n: number }>(sql));
    await pragma("pragma max_page_count = 60");
    const batch = (n: number) =>
      Array.from({ length: 5 }, (_, at) =>
        message("continuity:a", `${n}.${at} ${"x".repeat(2000)}`),
      );
    let written = 0;
    const fill = async () => {
      for (; written < 100; written++) await ledger.append(batch(written));
    };
    await assert.rejects(fill, { code: "E_IO" });
    assert.ok(written > 0);
    const [head] = await Array.fromAsync(streamHeads(ledger));
    assert.equal(head?.events, written * 5);
    await pragma("pragma max_page_count = 100000");
    const [next] = await ledger.append(batch(written));
    assert.equal(next?.seq, written * 5);
    const findings = createFindings();
    await verifyLedger(ledger, findings);
    assert.deepEqual(findings.list(), []);
    await ledger.close();
  });

  test("processes that hit a limit of file sizes lose nothing", {
    skip: process.platform === "win32",
  }, async (t) => {
    const at = location();
    const folder = path.join(scratch, "acks-limit");
    await (await openLedgerAt(at, { modules })).close();
    const limited = (args: string[]) => [
      "/bin/sh",
      "-c",
      'ulimit -f 600; exec "$@"',
      "sh",
      process.execPath,
      ...args,
    ];
    const writers = startWriters(at, folder, limited);
    await until(() => writers.complaints.length > 0);
    await wait(500);
    await writers.stop();
    const ledger = await openLedgerAt(at, { modules });
    const { acked } = await checkOutcome(ledger, folder);
    await ledger.append([message("continuity:shared", "and on")]);
    await ledger.close();
    assert.ok(acked > 10);
    const isFull = writers.complaints.some((text) => /disk (?:is full|reported)/.test(text));
    t.diagnostic(
      `${acked} events acknowledged; ${isFull ? "told that the disk is full" : "killed by the system"}`,
    );
  });

  test("blobs that cannot be written leave no event behind", async () => {
    const at = location();
    const ledger = await openLedgerAt(at, { modules });
    fs.rmSync(path.join(at, "blobs"), { recursive: true });
    fs.writeFileSync(path.join(at, "blobs"), "");
    const long = message("continuity:a", "x".repeat(9000));
    await assert.rejects(ledger.append([long]), { code: "E_IO" });
    assert.deepEqual(await Array.fromAsync(streamHeads(ledger)), []);
    fs.rmSync(path.join(at, "blobs"));
    fs.mkdirSync(path.join(at, "blobs"));
    await ledger.append([long]);
    assert.deepEqual(fs.readdirSync(path.join(at, "tmp")), []);
    await ledger.close();
  });
});
