import assert from "node:assert/strict";
import { suite, test } from "node:test";
import pg from "pg";
import { threadStream } from "../../src/threads/stream.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { startPgbouncer, withoutPgbouncer } from "../support/pgbouncer.ts";
import { startServer } from "../support/postgresql.ts";
import { createLab, NOW } from "../support/responsibilities.ts";
import { makeScratch } from "../support/scratch.ts";
import { openStore, subjects } from "../support/workspaces.ts";

const server = await startServer();
const skip = typeof server === "string" ? server : false;
const url = (schema: string) => (typeof server === "string" ? "" : server.url(schema));
const { all } = await subjects();
/** Longer than any test may take: whoever is not woken fails. */
const NEVER_MS = 600_000;
const FOLLOWERS = 20;

/** A thread of a new workspace, and what posts to it through connections of its own. */
async function createThread(store: string) {
  const cwd = makeScratch();
  const run = <Out>(name: Parameters<typeof runOperation>[1], input: object = {}) =>
    runOperation<Out>(contextIn(cwd), name, { store, ...input });
  await run("init");
  const { out } = await run<{ thread_id: string }>("thread new");
  const post = () => run("thread post", { id: out.thread_id, text: "The tide turns" });
  return { id: out.thread_id, cwd, post };
}

/** How many connections listen for others. */
async function countListeners(store: string): Promise<number> {
  const address = new URL(store);
  address.searchParams.delete("schema");
  const client = new pg.Client(address.href);
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  await client.end();
  return rows[0]?.n;
}

async function endListeners(store: string): Promise<void> {
  const address = new URL(store);
  address.searchParams.delete("schema");
  const client = new pg.Client(address.href);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  await client.end();
}

suite("those who wait for events in PostgreSQL", { skip }, () => {
  test("are woken by whoever commits one, also when that was before they waited", async () => {
    const place = url("woken");
    const { id, post } = await createThread(place);
    const store = await openStore(place);
    const listener = await store.listen(threadStream(id));
    await store.close();
    const signal = AbortSignal.timeout(NEVER_MS);
    const waiting = listener.wait(NEVER_MS, signal);
    await post();
    await waiting;
    await post();
    await listener.wait(NEVER_MS, signal);
    assert(!signal.aborted);
    listener.close();
  });

  test("share one connection, and none is left when they have ended", async () => {
    const place = url("shared");
    const { id, cwd, post } = await createThread(place);
    const followers = Array.from({ length: FOLLOWERS }, async () => {
      const input = { store: place, id, "from-seq": 0, "max-events": 3 };
      return (await runOperation(contextIn(cwd), "thread follow", input)).out.events;
    });
    while ((await countListeners(place)) === 0);
    await post();
    assert.equal(await countListeners(place), 1);
    await post();
    assert.deepEqual(await Promise.all(followers), Array(FOLLOWERS).fill(3));
    while ((await countListeners(place)) > 0);
  });

  test("miss nothing when their connection is lost", async () => {
    const place = url("lost");
    const { id, cwd, post } = await createThread(place);
    const input = { store: place, id, "from-seq": 0, "max-events": 4 };
    const follower = runOperation(contextIn(cwd), "thread follow", input);
    while ((await countListeners(place)) === 0);
    await post();
    await endListeners(place);
    await post();
    await post();
    assert.equal((await follower).out.events, 4);
  });

  test("poll behind a pooler, and leave no connection there that listens", {
    skip: withoutPgbouncer,
  }, async () => {
    const place = url("pooled");
    const pooled = await startPgbouncer(place);
    const { id, cwd, post } = await createThread(pooled);
    const input = { store: pooled, id, "from-seq": 0, "max-events": 3 };
    const follower = runOperation(contextIn(cwd), "thread follow", input);
    await post();
    await post();
    assert.equal((await follower).out.events, 3);
    const store = await openStore(pooled);
    const listener = await store.listen(threadStream(id));
    await store.close();
    while ((await countListeners(place)) > 0);
    await listener.wait(1, AbortSignal.timeout(NEVER_MS));
    listener.close();
  });
});

for (const subject of all) {
  suite(`a worker that waits on ${subject.name}`, { skip: subject.skip }, () => {
    test("gets the request that is created meanwhile, and nothing where none is", async () => {
      const lab = await createLab(subject);
      const claim = (wait: number) =>
        lab.run<{ requests: readonly { id: string }[] }>("request claim", {
          id: "docs_cos",
          wait,
        });
      assert.deepEqual((await claim(1)).requests, []);
      const waiting = claim(3600);
      await lab.run("request create", {
        subject: "Describe the flag",
        from: "build_cos",
        to: "docs_cos",
        id: "req_late",
        now: NOW,
        actor: "build_cos",
      });
      assert.deepEqual(
        (await waiting).requests.map(({ id }) => id),
        ["req_late"],
      );
    });
  });
}
