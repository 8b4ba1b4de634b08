import assert from "node:assert/strict";
import canonicalize from "canonicalize";
import { sha256 } from "../../src/base/hash.ts";
import {
  putArtifact,
  readArtifact,
  recordAliases,
  resolveAlias,
} from "../../src/ledger/artifacts.ts";
import { collectArtifacts } from "../../src/ledger/collect-garbage.ts";
import {
  dropLease,
  endAbandonedWork,
  hasExpiredLeases,
  LEASE_MS,
  renewLease,
  takeLease,
} from "../../src/ledger/leases.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { migrations } from "../../src/ledger/migrations.ts";
import { type LedgerModule, rebuildTables } from "../../src/ledger/projections.ts";
import {
  readById,
  readHead,
  readStream,
  streamEvents,
  streamHeads,
} from "../../src/ledger/read.ts";
import { redactTexts } from "../../src/ledger/redact.ts";
import { readStatus } from "../../src/ledger/status.ts";
import { readText, toText } from "../../src/ledger/texts.ts";
import type { LedgerEvent } from "../../src/model/event.ts";
import { message, messagesModule, openLedgerAt, projectedRows } from "../support/workspaces.ts";
import { A, B, check, type LedgerCheck, tamper, ten, verify } from "./ledger-check.ts";

const writing: readonly LedgerCheck[] = [
  check("append() chains events as the design says", async (ledger) => {
    const appended = await ledger.append([
      message(A, "one"),
      message(B, "two"),
      message(A, "three"),
    ]);
    assert.deepEqual(
      appended.map(({ pos, stream, seq }) => [pos, stream, seq]),
      [
        [1, A, 0],
        [2, B, 0],
        [3, A, 1],
      ],
    );
    for (const { pos, hash, ...hashed } of appended) {
      assert.equal(hash, sha256(canonicalize(hashed) ?? ""));
      assert.match(
        hashed.id,
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      assert.ok(pos > 0);
    }
    assert.equal(appended[2]?.prev, appended[0]?.hash);
    assert.deepEqual(await ledger.read((tx) => readStream(tx, A)), [appended[0], appended[2]]);
  }),

  check("append() is gap-free for 8 callers on 3 streams", async (ledger, location) => {
    const other = await openLedgerAt(location, { modules: [messagesModule] });
    const streams = [A, B, "task:c"];
    const caller = async (by: Ledger, at: number) => {
      for (let n = 0; n < 13; n++) {
        await by.append([message(streams[(at + n) % 3] ?? A, `${at}.${n}`)]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => caller(at % 2 ? ledger : other, at)));
    await other.close();
    const all: LedgerEvent[] = [];
    for (const stream of streams)
      all.push(...(await Array.fromAsync(streamEvents(ledger, stream))));
    assert.equal(all.length, 104);
    for (const stream of streams) {
      const seqs = all.filter((event) => event.stream === stream).map(({ seq }) => seq);
      assert.deepEqual(seqs, [...seqs.keys()]);
    }
    const places = all.map(({ pos }) => pos).sort((a, b) => a - b);
    assert.deepEqual(
      places,
      [...places.keys()].map((n) => n + 1),
    );
    assert.deepEqual((await verify(ledger)).codes, []);
  }),

  check("append() refuses a head that is not as expected", async (ledger) => {
    const [first] = await ledger.append([message(A, "one")], { expect: new Map([[A, null]]) });
    const stale = ledger.append([message(A, "two")], { expect: new Map([[A, null]]) });
    await assert.rejects(stale, { code: "E_CONFLICT" });
    const hash = first?.hash ?? "";
    await ledger.append([message(A, "two")], { expect: new Map([[A, hash]]) });
    assert.equal((await ledger.read((tx) => readHead(tx, A)))?.events, 2);
  }),

  check("of racing appends with one expectation exactly one wins", async (ledger, location) => {
    const other = await openLedgerAt(location, { modules: [messagesModule] });
    const race = (by: Ledger) => by.append([message(A, "x")], { expect: new Map([[A, null]]) });
    const results = await Promise.allSettled([
      race(ledger),
      race(other),
      race(ledger),
      race(other),
    ]);
    await other.close();
    const lost = results.filter((result) => result.status === "rejected");
    assert.equal(lost.length, 3);
    assert.ok(lost.every(({ reason }) => reason.code === "E_CONFLICT"));
  }),

  check("append() writes all events of a batch or none", async (ledger) => {
    const bad = [message(A, "one"), { ...message(A, "two"), type: "Not A Type" }];
    await assert.rejects(ledger.append(bad), { code: "E_SHAPE" });
    const refused = { ...message(A, "three"), body: { refused: true } };
    await assert.rejects(ledger.append([message(A, "one"), refused]), /refused by the projection/);
    const same = { ...message(B, "x"), id: "same" };
    await assert.rejects(ledger.append([same, same]));
    assert.deepEqual(await Array.fromAsync(streamHeads(ledger)), []);
    assert.deepEqual(await projectedRows(ledger), [[], []]);
    const [first] = await ledger.append([message(A, "one")]);
    assert.deepEqual([first?.pos, first?.seq], [1, 0]);
  }),

  check("append() keeps texts of every size under their hash", async (ledger) => {
    for (const size of [0, 1, 8192, 8193, 300_000]) {
      const content = "ü".repeat(size).slice(0, size);
      const event = message(A, content);
      await ledger.append([event]);
      const bytes = await ledger.read((tx) => readText(tx, event.body.content.sha256));
      assert.equal(Buffer.from(bytes ?? []).toString(), content);
      assert.equal(event.body.content.bytes, Buffer.byteLength(content));
    }
    const artifacts = await Array.fromAsync(ledger.store.artifacts.list());
    assert.equal(artifacts.length, 3);
    assert.deepEqual((await verify(ledger)).codes, []);
  }),

  check("append() writes lone surrogates and odd keys as JSON can say them", async (ledger) => {
    const body = JSON.parse('{"__proto__":1,"z":"\\u0000","a":[1.0,1e21],"ä":null}');
    body.title = "\ud800";
    const [event] = await ledger.append([
      { stream: A, type: "odd_thing", actor: { id: "\udfff", origin: "t" }, body },
    ]);
    const [stored] = await ledger.read((tx) => readStream(tx, A));
    assert.equal(stored?.body.title, "\ufffd");
    assert.deepEqual(Object.keys(stored?.body ?? {}), ["__proto__", "a", "title", "z", "ä"]);
    assert.equal(stored?.hash, event?.hash);
    assert.deepEqual((await verify(ledger)).codes, []);
  }),

  check("append() refuses names that are no stream", async (ledger) => {
    for (const stream of [
      "a",
      "unknown:a",
      "continuity:",
      "continuity:a\nb",
      ":x",
      "__proto__:x",
    ]) {
      await assert.rejects(ledger.append([message(stream, "x")]), { code: "E_SHAPE" }, stream);
    }
  }),

  check("write() reads and appends without anyone between", async (ledger, location) => {
    const other = await openLedgerAt(location, { modules: [messagesModule] });
    const ensure = (by: Ledger) =>
      by.write(async (unit) => {
        if ((await readHead(unit.tx, A)) !== null) return false;
        await unit.append([message(A, "the only one")]);
        return true;
      });
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ensure(at % 2 ? ledger : other)),
    );
    await other.close();
    assert.equal(created.filter(Boolean).length, 1);
    assert.equal((await ledger.read((tx) => readHead(tx, A)))?.events, 1);
  }),

  check("a failed write is seen by no reader", async (ledger) => {
    const work = ledger.write(async (unit) => {
      await unit.append([message(A, "never")]);
      throw new Error("no");
    });
    await assert.rejects(work, /no/);
    assert.deepEqual(await ledger.read((tx) => readStream(tx, A)), []);
  }),
];

const reading: readonly LedgerCheck[] = [
  check(
    "append() goes on behind what others appended, not behind what was rolled back",
    async (ledger, location) => {
      const other = await openLedgerAt(location, { modules: [messagesModule] });
      const id = crypto.randomUUID();
      try {
        await ledger.append([message(A, "mine"), message(B, "mine")]);
        await other.append([{ ...message(A, "theirs"), id }]);
        await ledger.append([message(B, "mine again")]);
        const failed = ledger.write(async (unit) => {
          await unit.append([message(A, "taken back")]);
          await unit.append([message(B, "taken back")]);
          throw new Error("changed my mind");
        });
        await assert.rejects(failed, /changed my mind/);
        await other.append([message("task:c", "theirs")]);
        await ledger.append([message(A, "mine again"), message("task:c", "mine")]);
        const twice = ledger.append([{ ...message(A, "twice"), id }]);
        await assert.rejects(twice, { code: "E_DUP_ID" });
        await ledger.append([message(A, "last")]);
      } finally {
        await other.close();
      }
      const { codes, ...counted } = await verify(ledger);
      assert.deepEqual([codes, counted.events], [[], 8]);
      const heads = await Array.fromAsync(streamHeads(ledger, ""));
      assert.deepEqual(
        heads.map(({ stream, events }) => [stream, events]),
        [
          [A, 4],
          [B, 2],
          ["task:c", 2],
        ],
      );
    },
  ),

  check("append() goes on in a stream after a thousand others", async (ledger) => {
    const others = (from: number) =>
      Array.from({ length: 600 }, (_, n) => message(`task:${from + n}`, `${from + n}`));
    await ledger.append([message(A, "one"), ...others(0)]);
    await ledger.append([message(A, "two"), ...others(600), message(A, "three")]);
    await ledger.append([message(A, "four"), ...others(0)]);
    const { codes, events } = await verify(ledger);
    assert.deepEqual([codes, events], [[], 1804]);
  }),

  check("events are read by page, by seq and by id", async (ledger) => {
    const events = await ledger.append(
      Array.from({ length: 2500 }, (_, n) => ({ ...message(A, `m${n}`), id: `id-${n}` })),
    );
    const page = await ledger.read((tx) => readStream(tx, A, { from: 7, to: 9 }));
    assert.deepEqual(page, events.slice(7, 10));
    const ids = (await Array.fromAsync(streamEvents(ledger, A, { from: 1 }))).map(({ id }) => id);
    assert.deepEqual(
      ids,
      events.slice(1).map(({ id }) => id),
    );
    assert.deepEqual(await ledger.read((tx) => readById(tx, A, "id-1999")), events[1999]);
    assert.equal(await ledger.read((tx) => readById(tx, B, "id-1999")), null);
  }),

  check("streams are listed by prefix", async (ledger) => {
    await ledger.append(["continuity:b", "continuity:a", "session:a"].map((s) => message(s, "x")));
    const names = async (prefix: string) =>
      (await Array.fromAsync(streamHeads(ledger, prefix))).map(({ stream }) => stream);
    assert.deepEqual(await names("continuity:"), ["continuity:a", "continuity:b"]);
    assert.equal((await names("")).length, 3);
  }),
];

const tampering: readonly LedgerCheck[] = [
  ...(
    [
      [
        "a byte of a body",
        "update ledger_events set body = replace(body, 'bytes', 'bytez') where pos = 4",
        4,
      ],
      [
        "an actor",
        `update ledger_events set actor = '{"id":"eve","origin":"test"}' where pos = 4`,
        4,
      ],
      ["a time", "update ledger_events set at = '2020-01-01T00:00:00.000Z' where pos = 4", 4],
      ["a missing event", "delete from ledger_events where pos = 4", 5],
      ["a lost end", "delete from ledger_events where pos >= 18", 17],
      ["a recorded end", "update ledger_streams set events = 11 where stream = 'continuity:a'", 20],
    ] as const
  ).map(([what, sql, pos]) =>
    check(`verifyLedger() finds ${what}`, async (ledger) => {
      await ledger.append([...ten(A), ...ten(B)]);
      assert.deepEqual((await verify(ledger)).codes, []);
      await tamper(ledger, sql);
      const { codes, firstWrong } = await verify(ledger);
      assert.ok(codes.includes("E_CHAIN"));
      assert.equal(firstWrong?.pos, pos);
    }),
  ),

  check("verifyLedger() finds two events that changed places", async (ledger) => {
    const events = await ledger.append(ten(B));
    for (const [seq, other] of [
      [-1, 3],
      [3, 6],
      [6, -1],
    ] as const) {
      await tamper(ledger, "update ledger_events set seq = ? where seq = ?", [seq, other]);
    }
    const { firstWrong } = await verify(ledger);
    assert.deepEqual(firstWrong, { stream: B, seq: 6, pos: events[3]?.pos });
  }),

  check("verifyLedger() finds an altered and a missing text", async (ledger) => {
    const events = await ledger.append(ten(B));
    const name = (seq: number) => JSON.parse(JSON.stringify(events[seq]?.body)).content.sha256;
    const bytes = Buffer.from("m8 altered");
    await tamper(ledger, "update ledger_texts set content = ? where sha256 = ?", [bytes, name(8)]);
    await tamper(ledger, "delete from ledger_texts where sha256 = ?", [name(5)]);
    const { codes, firstWrong } = await verify(ledger);
    assert.deepEqual(codes, ["E_BLOB", "E_BLOB"]);
    assert.deepEqual(firstWrong, { stream: B, seq: 5, pos: 6 });
    await assert.rejects(
      ledger.read((tx) => readText(tx, name(8))),
      { code: "E_BLOB" },
    );
  }),

  check("verifyLedger() and readStatus() count texts and artifacts alike", async (ledger) => {
    const long = message(B, "x".repeat(20_000));
    await ledger.append([message(A, "same"), message(B, "same"), message(A, "other"), long, long]);
    const [event] = await ledger.append([message(B, "secret")]);
    const name = JSON.parse(JSON.stringify(event?.body)).content.sha256;
    await ledger.write((unit) => redactTexts(unit, [name], { actor: null }));
    const { texts, artifacts, redacted, events } = await verify(ledger);
    assert.deepEqual([texts, artifacts, redacted, events], [2, 1, 1, 7]);
    const status = await readStatus(ledger);
    const counted = [status.texts, status.artifacts.count, status.redacted, status.events];
    assert.deepEqual(counted, [2, 1, 1, 7]);
  }),

  check("verifyLedger() counts redacted texts and keeps the chain", async (ledger) => {
    const [event] = await ledger.append([message(B, "secret")]);
    const name = JSON.parse(JSON.stringify(event?.body)).content.sha256;
    await ledger.write((unit) => redactTexts(unit, [name], { actor: null }));
    const { codes, redacted } = await verify(ledger);
    assert.deepEqual([codes, redacted], [[], 1]);
    assert.equal(await ledger.read((tx) => readText(tx, name)), null);
  }),

  check("verifyLedger() finds a flipped byte of an artifact", async (ledger, location, subject) => {
    const long = toText("x".repeat(9000));
    const small = await putArtifact(ledger, "a bundle");
    const body = { content: long.ref, bundle_artifact_id: small.ref.sha256 };
    await ledger.append([message(B, "before")]);
    await ledger.append([{ stream: B, type: "thing_made", actor: null, body, texts: [long] }]);
    assert.deepEqual((await verify(ledger)).codes, []);
    await subject.damage(location, long.ref.sha256, Buffer.alloc(9000, "y"));
    await subject.damage(location, small.ref.sha256, Buffer.from("a bundlf"));
    const { codes, firstWrong } = await verify(ledger);
    assert.deepEqual(codes, ["E_BLOB", "E_BLOB"]);
    assert.equal(firstWrong?.seq, 1);
    await assert.rejects(
      ledger.read((tx) => readArtifact(tx, small.ref.sha256)),
      { code: "E_BLOB" },
    );
  }),

  check("verifyLedger() finds a projection that differs", async (ledger) => {
    await ledger.append(ten(A));
    await tamper(ledger, "update message_counts set n = 9");
    await tamper(ledger, "delete from messages where seq = 3");
    const { codes, firstWrong } = await verify(ledger);
    assert.deepEqual(codes, ["E_STATE", "E_STATE"]);
    assert.equal(firstWrong, null);
  }),
];

const projecting: readonly LedgerCheck[] = [
  check("rebuildTables() gives identical rows", async (ledger) => {
    for (let n = 0; n < 3; n++) await ledger.append([...ten(A), ...ten("continuity:z"), ...ten(B)]);
    const before = await projectedRows(ledger);
    await tamper(ledger, "update message_counts set n = 9");
    const { store, projections } = ledger;
    const applied = await store.transaction("write", (tx) =>
      rebuildTables(tx, store.engine, projections),
    );
    assert.equal(applied, 60);
    assert.deepEqual(await projectedRows(ledger), before);
  }),

  check("openLedger() rebuilds tables of another version", async (ledger, location) => {
    await ledger.append(ten(A));
    const { projection } = messagesModule;
    const next: LedgerModule = {
      projection: { ...projection, version: 2, tables: ["messages", "message_counts"] },
    };
    await tamper(ledger, "update message_counts set n = 9");
    const newer = await openLedgerAt(location, { modules: [next] });
    assert.deepEqual((await verify(newer)).codes, []);
    await newer.close();
    await assert.rejects(openLedgerAt(location, { modules: [messagesModule] }), {
      code: "E_VERSION",
    });
  }),

  check(
    "openLedger() fills the tables of a new room",
    async (ledger, location) => {
      await ledger.append(ten(A));
      const later = await openLedgerAt(location, { modules: [messagesModule] });
      const [, counts] = await projectedRows(later);
      await later.close();
      assert.equal(counts?.[0]?.n, 10);
    },
    {},
  ),

  check(
    "openLedger() migrates an older schema with a copy kept, and refuses a newer one",
    async (ledger, location) => {
      await ledger.append(ten(A));
      const add = async (tx: Parameters<(typeof migrations)[number]>[0]) =>
        void (await tx.run("create table ledger_extra (n integer)"));
      const newer = await openLedgerAt(location, { migrations: [...migrations, add] });
      assert.deepEqual((await verify(newer)).codes, []);
      const label = `before-schema-${migrations.length + 1}`;
      const copy = await newer.store.saveCopy(label);
      assert.match(copy, /before.schema/);
      await newer.close();
      await assert.rejects(openLedgerAt(location), { code: "E_VERSION" });
    },
  ),

  check(
    "openLedger() binds the events of a first-release workspace together",
    async (ledger, location) => {
      const events = await ledger.append([...ten(A), ...ten(B)]);
      const name = (seq: number) => JSON.parse(JSON.stringify(events[seq]?.body)).content.sha256;
      // As the first release left it: no chain, and redactions and foreign ids that no event records.
      await tamper(ledger, "alter table ledger_events drop column chain");
      await tamper(ledger, "update ledger_meta set value = '1' where key = 'schema'");
      await tamper(ledger, "delete from ledger_meta where key = 'projection.ledger'");
      await tamper(ledger, "delete from ledger_texts where sha256 = ?", [name(3)]);
      await tamper(ledger, "insert into ledger_redacted (sha256, at) values (?, 'then')", [
        name(3),
      ]);
      const alias = "ab".repeat(32);
      const insert = "insert into ledger_artifact_aliases (alias, sha256) values (?, ?)";
      await tamper(ledger, insert, [alias, name(4)]);
      const newer = await openLedgerAt(location, { modules: [messagesModule] });
      const { codes, events: count, redacted } = await verify(newer);
      assert.deepEqual([codes, count, redacted], [[], 22, 1]);
      assert.equal(await newer.read((tx) => resolveAlias(tx, alias)), name(4));
      await newer.append(ten(A));
      assert.deepEqual((await verify(newer)).codes, []);
      await newer.close();
    },
  ),

  check("openLedger() that fails to migrate changes nothing", async (ledger, location) => {
    await ledger.append(ten(A));
    const fail = async (tx: Parameters<(typeof migrations)[number]>[0]) => {
      await tx.run("create table ledger_extra (n integer)");
      throw new Error("half way");
    };
    await assert.rejects(openLedgerAt(location, { migrations: [...migrations, fail] }), /half way/);
    const again = await openLedgerAt(location, { modules: [messagesModule] });
    const { hasTable } = again.store.engine;
    assert.deepEqual(await again.read((tx) => tx.all(hasTable, ["ledger_extra"])), []);
    await again.close();
  }),

  check(
    "racing openers make the tables once",
    async (ledger, location) => {
      const others = await Promise.all(
        Array.from({ length: 6 }, () => openLedgerAt(location, { modules: [messagesModule] })),
      );
      for (const other of others) {
        await other.append([message(A, "x")]);
        await other.close();
      }
      assert.deepEqual((await verify(ledger)).codes, []);
    },
    {},
  ),
];

/** A room whose runs are open until an event ends them. */
const runsModule: LedgerModule = {
  projection: { ...messagesModule.projection, name: "runs" },
  leases: {
    kinds: ["run"],
    unleased: async () => [{ name: "run:imported", kind: "run" }],
    end: async (unit, { name }) =>
      void (await unit.append([
        {
          stream: A,
          type: "run_ended",
          actor: { id: "system", origin: "recovery" },
          body: { name },
        },
      ])),
  },
};

function leaseCheck(
  name: string,
  run: (ledger: Ledger, clock: { ms: number }) => Promise<void>,
): LedgerCheck {
  return {
    name,
    async run(subject) {
      const clock = { ms: Date.now() };
      const options = { modules: [runsModule], now: () => new Date(clock.ms) };
      const ledger = await openLedgerAt(subject.location(), options);
      try {
        await run(ledger, clock);
      } finally {
        await ledger.close();
      }
    },
  };
}

const claim = { name: "run:1", kind: "run", holder: "p1" };
const ended = (ledger: Ledger) => ledger.read((tx) => readStream(tx, A));

const leasing: readonly LedgerCheck[] = [
  leaseCheck(
    "endAbandoned() ends an expired lease once and never a live one",
    async (ledger, clock) => {
      await ledger.write((unit) => takeLease(unit, claim));
      await ledger.write((unit) => takeLease(unit, { ...claim, name: "run:2", holder: "p2" }));
      clock.ms += LEASE_MS - 1;
      assert.equal(await hasExpiredLeases(ledger), false);
      await ledger.write((unit) => renewLease(unit, { name: "run:2", holder: "p2" }));
      clock.ms += 2;
      assert.equal(await hasExpiredLeases(ledger), true);
      const found = await Promise.all(
        [1, 2, 3].map(() => endAbandonedWork(ledger, { unleased: false })),
      );
      assert.deepEqual(found.flat(), [{ name: "run:1", kind: "run" }]);
      assert.equal((await ended(ledger)).length, 1);
      await assert.rejects(
        ledger.write((unit) => renewLease(unit, claim)),
        { code: "E_CONFLICT" },
      );
    },
  ),

  leaseCheck("takeLease() is refused while someone else holds it", async (ledger, clock) => {
    await ledger.write((unit) => takeLease(unit, claim));
    const other = { ...claim, holder: "p2" };
    await assert.rejects(
      ledger.write((unit) => takeLease(unit, other)),
      { code: "E_LOCKED" },
    );
    clock.ms += LEASE_MS;
    await ledger.write((unit) => takeLease(unit, other));
    await ledger.write((unit) => dropLease(unit, claim.name));
    await ledger.write((unit) => takeLease(unit, claim));
  }),

  leaseCheck("endAbandoned() ends what never had a lease only on request", async (ledger) => {
    assert.deepEqual(await endAbandonedWork(ledger, { unleased: false }), []);
    await ledger.write((unit) => takeLease(unit, { ...claim, name: "run:imported" }));
    assert.deepEqual(await endAbandonedWork(ledger, { unleased: true }), []);
    await ledger.write((unit) => dropLease(unit, "run:imported"));
    assert.equal((await endAbandonedWork(ledger, { unleased: true })).length, 1);
  }),
];

const keeping: readonly LedgerCheck[] = [
  check(
    "readArtifact() reads by alias and verifies the SHA-256",
    async (ledger, location, subject) => {
      const { ref } = await putArtifact(ledger, "foreign");
      const alias = "ab".repeat(32);
      await ledger.write((unit) => recordAliases(unit, new Map([[alias, ref.sha256]])));
      const read = () => ledger.read((tx) => readArtifact(tx, alias));
      assert.equal(Buffer.from((await read()) ?? []).toString(), "foreign");
      await subject.damage(location, ref.sha256, Buffer.from("altered"));
      await assert.rejects(read, { code: "E_BLOB" });
    },
  ),

  check("readArtifact() refuses what is no id and misses what is not there", async (ledger) => {
    const read = (id: string) => ledger.read((tx) => readArtifact(tx, id));
    for (const id of ["", "../x", "a".repeat(63), "A".repeat(64)]) {
      await assert.rejects(read(id), { code: "E_USAGE" });
    }
    assert.equal(await read("0".repeat(64)), null);
  }),

  check("collectArtifacts() removes what nothing names, and that alone", async (ledger) => {
    const inner = await putArtifact(ledger, "named by an artifact that is named");
    const outer = await putArtifact(ledger, `{"artifact_id":"${inner.ref.sha256}"}`);
    const long = toText("y".repeat(10_000));
    const raw = await putArtifact(ledger, "named in an opaque line");
    const aliased = await putArtifact(ledger, "aliased");
    const orphan = await putArtifact(ledger, "orphan");
    const line = toText(`{"blob":"${raw.ref.sha256}"}`);
    const body = { content: long.ref, bundle_artifact_id: outer.ref.sha256 };
    await ledger.append([{ stream: B, type: "made_it", actor: null, body, texts: [long] }]);
    await ledger.append([{ stream: B, type: "opaque", actor: null, body: {}, raw: line }]);
    await ledger.write((unit) =>
      recordAliases(unit, new Map([["cd".repeat(32), aliased.ref.sha256]])),
    );
    assert.deepEqual((await collectArtifacts(ledger, { dryRun: false })).removed, []);
    const grace = -10_000; // As if everything were old.
    const dry = await collectArtifacts(ledger, { dryRun: true, grace });
    assert.deepEqual(dry.removed, [orphan.ref.sha256]);
    assert.equal(await ledger.store.artifacts.size(orphan.ref.sha256), orphan.ref.bytes);
    const done = await collectArtifacts(ledger, { dryRun: false, grace });
    assert.deepEqual(done, { ...dry, kept: 5 });
    assert.equal(await ledger.store.artifacts.size(orphan.ref.sha256), null);
    assert.deepEqual((await verify(ledger)).codes, []);
  }),
];

/** The contract of the ledger, as data. */
export const ledgerSuite: readonly LedgerCheck[] = [
  ...writing,
  ...reading,
  ...tampering,
  ...projecting,
  ...leasing,
  ...keeping,
];
