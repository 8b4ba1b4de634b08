import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { sha256 } from "../../src/base/hash.ts";
import { driverOf } from "../../src/stores/registry.ts";
import type { Row, Store } from "../../src/stores/store.ts";
import { openStore } from "../support/workspaces.ts";

/** One promise of `src/stores/store.ts`, to be kept by every driver. */
export interface StoreCheck {
  readonly name: string;
  /** Gets places where nothing is yet. */
  run(location: () => string): Promise<void>;
}

const BYTES = new Uint8Array([0, 1, 127, 128, 255]);

/** A check with one open store that has one table. */
function check(name: string, run: (store: Store, location: string) => Promise<void>): StoreCheck {
  return {
    name,
    async run(location) {
      const at = location();
      const store = await openStore(at);
      try {
        await store.transaction("write", (tx) =>
          tx.run(
            `create table t (k ${store.engine.types.text} primary key,
              n ${store.engine.types.integer}, b ${store.engine.types.bytes})`,
          ),
        );
        await run(store, at);
      } finally {
        await store.close();
      }
    },
  };
}

const insert = "insert into t (k, n, b) values (?, ?, ?)";

function rows(store: Store): Promise<readonly Row[]> {
  return store.transaction("read", (tx) => tx.all("select k, n, b from t order by k"));
}

/** The contract of a store, as data. */
export const storeSuite: readonly StoreCheck[] = [
  check("all() gives back what run() stored, unchanged", async (store) => {
    const values = ["ä😀\u2028'?", Number.MAX_SAFE_INTEGER, BYTES] as const;
    const count = await store.transaction("write", (tx) => tx.run(insert, values));
    assert.equal(count, 1);
    await store.transaction("write", (tx) => tx.run(insert, ["null", null, null]));
    const [first, second] = await rows(store);
    assert.deepEqual([second?.k, second?.n, second?.b].map(plain), values.map(plain));
    assert.deepEqual({ ...first }, { k: "null", n: null, b: null });
  }),

  check("all() refuses a whole number that JavaScript cannot hold", async (store) => {
    await store.transaction("write", (tx) =>
      tx.run("insert into t (k, n) values ('big', 9007199254740993)"),
    );
    await assert.rejects(rows(store));
  }),

  check("transaction() leaves nothing behind when the work throws", async (store) => {
    const work = store.transaction("write", async (tx) => {
      tx.write(insert, ["a", 1, null]);
      await tx.run(insert, ["b", 1, null]);
      throw new Error("changed my mind");
    });
    await assert.rejects(work, /changed my mind/);
    assert.deepEqual(await rows(store), []);
  }),

  check("transaction() leaves nothing behind when a gathered write fails", async (store) => {
    const work = store.transaction("write", async (tx) => {
      tx.write(insert, ["a", 1, null]);
      tx.write(insert, ["a", 2, null]);
    });
    await assert.rejects(work);
    assert.deepEqual(await rows(store), []);
  }),

  check("write() keeps the order of what depends on each other", async (store) => {
    await store.transaction("write", async (tx) => {
      for (let n = 0; n < 5; n++) {
        tx.write(insert, [`k${n}`, n, null]);
        tx.write("update t set n = n + ? where k = ?", [10, `k${n}`]);
        tx.write("update t set n = n + ?", [100]);
      }
      tx.write("delete from t where k = ?", ["k0"]);
      tx.write(insert, ["k0", -1, null]);
      const seen = await tx.all<{ k: string; n: number }>("select k, n from t order by k");
      assert.deepEqual(
        seen.map(({ n }) => n),
        [-1, 411, 312, 213, 114],
      );
    });
  }),

  check("all() orders text by its bytes, whatever the language", async (store) => {
    const keys = ["B", "a", "ab", "a b", "Z", "é", "z", "\u{ffff}", "😀"];
    await store.transaction("write", async (tx) => {
      for (const key of keys) tx.write(insert, [key, 1, null]);
    });
    const byBytes = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    assert.deepEqual(
      (await rows(store)).map(({ k }) => k),
      byBytes,
    );
  }),

  check("transaction() refuses to contain another", async (store) => {
    const nested = store.transaction("read", () => store.transaction("read", async () => 1));
    await assert.rejects(nested, { code: "E_INTERNAL" });
    assert.equal(await store.transaction("read", async () => 2), 2);
  }),

  check("writers of several connections follow each other", async (store, location) => {
    const other = await openStore(location);
    await store.transaction("write", (tx) => tx.run(insert, ["n", 0, null]));
    const raise = (by: Store) =>
      by.transaction("write", async (tx) => {
        const [row] = await tx.all<{ n: number }>("select n from t");
        await new Promise((resolve) => setImmediate(resolve));
        await tx.run("update t set n = ?", [(row?.n ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 40 }, (_, at) => raise(at % 2 ? store : other)));
    await other.close();
    assert.equal((await rows(store))[0]?.n, 40);
  }),

  check("writers that wait together succeed and fail each on its own", async (store) => {
    const write = (key: string, end: () => Promise<unknown> = async () => key) =>
      store.transaction("write", async (tx) => {
        tx.write(insert, [key, 1, null]);
        const [row] = await tx.all<{ n: number }>("select count(*) as n from t");
        tx.write(insert, [`${key}-${row?.n}`, 1, null]);
        return end();
      });
    const failing = async () => {
      throw new Error("changed my mind");
    };
    const ended = await Promise.allSettled([
      write("a"),
      write("b"),
      write("c", failing),
      write("d"),
      write("a"), // A key that is there; on a server the failure comes with what is sent together.
      write("e"),
    ]);
    assert.deepEqual(
      ended.map((each) => (each.status === "fulfilled" ? each.value : "failed")),
      ["a", "b", "failed", "d", "failed", "e"],
    );
    const keys = (await rows(store)).map(({ k }) => k);
    assert.deepEqual(keys, ["a", "a-1", "b", "b-3", "d", "d-5", "e", "e-7"]);
  }),

  check("writers that wait together work in the context of their callers", async (store) => {
    const caller = new AsyncLocalStorage<string>();
    const names = ["a", "b", "c"].map((name) =>
      caller.run(name, () => store.transaction("write", async () => caller.getStore())),
    );
    assert.deepEqual(await Promise.all(names), ["a", "b", "c"]);
    const nested = ["a", "b", "c"].map(() =>
      store.transaction("write", () => store.transaction("write", async () => 1)),
    );
    for (const { status } of await Promise.allSettled(nested)) assert.equal(status, "rejected");
  }),

  check(
    "who waits too long for the workspace gets E_LOCKED, and readers wait for nobody",
    async (store, at) => {
      const [impatient, patient] = await Promise.all([
        openStore(at, { lockWaitMs: 60 }),
        openStore(at),
      ]);
      const write = (each: Store, key: string) =>
        each.transaction("write", (tx) => tx.run(insert, [key, 1, null]));
      let waiting: Promise<unknown> = Promise.resolve();
      await store.transaction("write", async (tx) => {
        await tx.run(insert, ["holder", 1, null]);
        waiting = write(patient, "patient");
        await assert.rejects(write(impatient, "impatient"), { code: "E_LOCKED" });
        assert.deepEqual(await rows(impatient), []);
      });
      await waiting;
      await write(impatient, "later");
      assert.deepEqual(
        (await rows(store)).map(({ k }) => k),
        ["holder", "later", "patient"],
      );
      await Promise.all([impatient.close(), patient.close()]);
    },
  ),

  check("a read transaction sees one moment", async (store, location) => {
    const other = await openStore(location);
    await store.transaction("read", async (tx) => {
      assert.deepEqual(await tx.all("select k from t"), []);
      await other.transaction("write", (inner) => inner.run(insert, ["late", 1, null]));
      assert.deepEqual(await tx.all("select k from t"), []);
    });
    await other.close();
    assert.equal((await rows(store)).length, 1);
  }),

  check("a shadow transaction hides tables and leaves them as they are", async (store) => {
    await store.transaction("write", (tx) => tx.run(insert, ["real", 1, null]));
    await store.transaction("shadow", async (tx) => {
      await tx.run("create temp table t (k text, n integer)");
      await tx.run("create index t_n on t (n)");
      await tx.run("insert into t (k, n) values ('shadow', 2)");
      const { real, shadow } = store.engine.schemas;
      assert.deepEqual(await names(tx.all(`select k from ${real}.t`)), ["real"]);
      assert.deepEqual(await names(tx.all(`select k from ${shadow}.t`)), ["shadow"]);
      assert.deepEqual(await names(tx.all("select k from t")), ["shadow"]);
    });
    assert.deepEqual(
      (await rows(store)).map(({ k }) => k),
      ["real"],
    );
  }),

  check("hasTable finds tables by name", async (store) => {
    const { hasTable } = store.engine;
    const found = (name: string) => store.transaction("read", (tx) => tx.all(hasTable, [name]));
    assert.equal((await found("t")).length, 1);
    assert.equal((await found("u")).length, 0);
  }),

  check(
    "isCurrent() holds while the workspace is there, whoever writes to it",
    async (store, at) => {
      const other = await openStore(at);
      await other.transaction("write", (tx) => tx.run(insert, ["theirs", 1, null]));
      assert.equal(await store.isCurrent(), true);
      await other.close();
      assert.equal(await store.isCurrent(), true);
    },
  ),

  check("keepCopy() copies once and tells where", async (store) => {
    await store.transaction("write", (tx) => tx.run(insert, ["old", 1, null]));
    const first = await store.saveCopy("before-schema-9");
    assert.equal(await store.saveCopy("before-schema-9"), first);
    assert.match(first, /before.schema.9/);
    assert.equal(await store.removeCopies(), 1);
    assert.equal(await store.removeCopies(), 0);
    assert.equal(await store.saveCopy("before-schema-9"), first);
  }),

  check("artifacts are kept once, listed in order and removed by name", async (store) => {
    const blobs = ["one", "two", "three"].map((text) => Buffer.from(text));
    for (const blob of [...blobs, ...blobs]) await store.artifacts.put(sha256(blob), blob);
    const listed = await Array.fromAsync(store.artifacts.list());
    assert.deepEqual(
      listed.map((each) => each.sha256),
      blobs.map(sha256).sort(),
    );
    const [first = Buffer.alloc(0)] = blobs;
    assert.deepEqual(await store.artifacts.get(sha256(first)), first);
    assert.equal(await store.artifacts.size(sha256(first)), first.length);
    assert.equal(await store.artifacts.remove(sha256(first)), true);
    assert.equal(await store.artifacts.remove(sha256(first)), false);
    assert.equal(await store.artifacts.get(sha256(first)), null);
    assert.ok((await store.size()) > 0);
  }),

  check("an artifact put again counts as new", async (store) => {
    const blob = Buffer.from("again");
    await store.artifacts.put(sha256(blob), blob);
    const [before] = await Array.fromAsync(store.artifacts.list());
    await new Promise((resolve) => setTimeout(resolve, 20));
    await store.artifacts.put(sha256(blob), blob);
    const [after] = await Array.fromAsync(store.artifacts.list());
    assert.ok((after?.storedAt ?? 0) > (before?.storedAt ?? 0));
  }),

  check("racing writers of one artifact leave one whole", async (store, location) => {
    const other = await openStore(location);
    const blob = Buffer.alloc(1_000_000, 7);
    const put = (by: Store) => by.artifacts.put(sha256(blob), blob);
    await Promise.all([put(store), put(other), put(store), put(other)]);
    await other.close();
    assert.deepEqual(await store.artifacts.get(sha256(blob)), blob);
  }),

  {
    name: "create() makes a workspace once, open() none",
    async run(location) {
      const at = location();
      const driver = await driverOf(at);
      assert.equal(await driver.exists(at), false);
      await assert.rejects(driver.open(at), { code: "E_NOT_FOUND" });
      assert.equal(await driver.exists(at), false);
      assert.equal(await driver.create(at), true);
      assert.equal(await driver.create(at), false);
      assert.equal(await driver.exists(at), true);
    },
  },
];

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}

async function names(found: Promise<readonly Row[]>): Promise<unknown[]> {
  return (await found).map(({ k }) => k);
}
