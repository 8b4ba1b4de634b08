import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { loadRoutes, type Route } from "../../src/http/routes.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { inWorkspace } from "../../src/runtime/workspace.ts";
import type { TeamAgent, TeamRole } from "../../src/stores/team.ts";
import { commandsFor } from "../support/altered-cells.ts";
import { createFullWorkspace } from "../support/full-workspace.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { startServer } from "../support/postgresql.ts";
import { type Answered, bearer, startServe } from "../support/serve.ts";
import { createLogins } from "../support/team.ts";
import { message } from "../support/workspaces.ts";

const server = await startServer();
const skip = typeof server === "string" ? server : false;
const place = typeof server === "string" ? "" : server.url("agents");
const DAY_MS = 24 * 60 * 60 * 1000;

suite("a team's server and agents with tokens of their own", { skip }, async () => {
  const logins = await createLogins(place);
  const ana = await logins.create("ana", true);
  const full = await createFullWorkspace({ location: () => logins.as(ana, place) });
  const { cwd } = full.lab;
  const run = <Out>(login: string, name: OperationName, input: object = {}, now = new Date()) =>
    runOperation<Out>(
      contextIn(cwd, () => now),
      name,
      { store: logins.as(login, place), ...input },
    );
  await run(ana, "team init");
  const will = await logins.create("will");
  await run(ana, "team grant", { login: will, role: "writer" });
  const token = async (name: string, role: TeamRole, more: object = {}, now?: Date) =>
    (await run<{ token: string }>(ana, "team token create", { name, role, ...more }, now)).out
      .token;
  const tokens = {
    reader: await token("rita", "reader"),
    writer: await token("wanda", "writer"),
    keeper: await token("kurt", "keeper"),
  };
  // Its own login may do everything.
  const served = await startServe(cwd, {}, ["--store", logins.as(ana, place)]);
  const routes = [...(await loadRoutes()).values()].filter(({ callers }) =>
    callers.includes("agent"),
  );
  const commands = Object.values(commandsFor(full)).flat();

  const callAs = (sent: string, path: string, input: object = {}): Promise<Answered> =>
    served.send(`/api/v1/${path}`, {
      method: "POST",
      headers: { ...bearer(sent), "content-type": "application/json" },
      body: JSON.stringify(input),
    });
  const postAs = (sent: string, more: object = {}) =>
    callAs(sent, "thread/post", { id: full.ids.thread, text: "The tide turns", ...more });
  const newestActors = async (count: number) =>
    (
      await logins.query(
        ana,
        place,
        `select login, actor::json ->> 'id' as actor from ledger_events order by pos desc limit ${count}`,
      )
    ).map(({ login, actor }) => [login, actor]);
  const headOf = async () => ({
    ...(await run<{ heads: object }>(ana, "ledger heads")).out.heads,
    at: null,
  });

  /** Calls every route with the input of a command that works, where there is one; returns the codes by path. */
  async function codesOf(sent: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const route of routes) {
      const { status, json } = await callAs(sent, route.path, inputFor(route));
      found.set(route.path, status === 200 ? "" : String(json?.code));
    }
    return found;
  }

  function inputFor({ operation, fixed }: Route): object {
    const [, input = {}] = commands.find(([name]) => name === operation.name) ?? [];
    const entries = Object.entries(input).filter(([key]) => !Object.hasOwn(fixed, key));
    return Object.fromEntries(entries.filter(([key]) => key !== "actor"));
  }

  const pathsWith = (codes: ReadonlyMap<string, string>, code: string) =>
    [...codes].filter(([, found]) => found === code).map(([path]) => path);

  test("a reader's token calls everything that reads and nothing that writes", async () => {
    const before = await headOf();
    const codes = await codesOf(tokens.reader);
    const writing = routes.filter(({ effect }) => effect === "write").map(({ path }) => path);
    assert(writing.length > 50);
    assert.deepEqual(pathsWith(codes, "E_RIGHTS"), writing);
    for (const path of ["status", "state/show", "memory/find", "thread/compile", "verify"]) {
      assert.equal(codes.get(path), "", path);
    }
    assert.deepEqual(await headOf(), before);
    const { status, json } = await postAs(tokens.reader);
    assert.equal(status, 403);
    assert.equal(json?.cure, `ask ${ana} for \`holdall team token create rita writer --replace\``);
  });

  test("a writer's and a keeper's token may call every route", async () => {
    for (const role of ["writer", "keeper"] as const) {
      const codes = await codesOf(tokens[role]);
      assert.deepEqual(pathsWith(codes, "E_RIGHTS"), [], role);
      for (const path of ["state/commit", "thread/post", "memory/store", "context/refresh"]) {
        assert.equal(codes.get(path), "", path);
      }
    }
  });

  test("the database itself refuses what a token's role may not, whatever its server's login may", async () => {
    const agent = (role: TeamRole): TeamAgent => ({ name: "x", role, actors: [] });
    const inStore = (login: string, role: TeamRole, sql: string) =>
      codeOf(
        inWorkspace(
          { ...contextIn(cwd), caller: agent(role) },
          { store: logins.as(login, place), effect: "read" },
          ({ store }) => store.transaction("write", (tx) => tx.run(sql)),
        ),
      );
    const insert = "insert into ledger_leases values ('a', 'b', 'c', 1)";
    assert.equal(await inStore(ana, "reader", insert), "E_RIGHTS");
    assert.equal(await inStore(will, "reader", insert), "E_RIGHTS");
    assert.equal(await inStore(ana, "writer", "delete from ledger_events"), "E_RIGHTS");
    assert.equal(await inStore(will, "keeper", "delete from ledger_events"), "E_RIGHTS");
    const store = logins.as(ana, place);
    const asWriter = { ...contextIn(cwd), caller: agent("writer") };
    assert.equal(await codeOf(runOperation(asWriter, "ledger rebuild", { store })), "E_RIGHTS");
    // An event of another log has its own id and the bytes of its line.
    const id = "01900000-0000-7000-8000-000000000000";
    const imported = { ...message("session:x", "text"), id, raw: "0".repeat(64) };
    const append = inWorkspace(asWriter, { store, effect: "write" }, (ledger) =>
      ledger.append([{ ...imported, actor: { id: "ceo", origin: "cli" } }]),
    );
    assert.equal(await codeOf(append), "E_RIGHTS");
  });

  test("an agent writes as itself, and as another only where that was granted", async () => {
    const worker = await token("worker-1", "writer", { "also-as": ["docs_cos"] });
    for (const actor of [undefined, "worker-1:night", "docs_cos"]) {
      assert.equal((await postAs(worker, { actor })).status, 200, actor);
    }
    assert.deepEqual(await newestActors(3), [
      [ana, "docs_cos"],
      [ana, "worker-1:night"],
      [ana, "worker-1"],
    ]);
    const refused = await postAs(worker, { actor: "ceo" });
    assert.deepEqual([refused.status, refused.json?.code], [403, "E_RIGHTS"]);
    assert.equal(
      refused.json?.cure,
      `ask ${ana} for \`holdall team token create worker-1 writer --also-as ceo --replace\``,
    );
    assert.equal((await postAs(worker, { actor: "worker-10" })).json?.code, "E_RIGHTS");
    assert.equal((await postAs(tokens.keeper, { actor: "ceo" })).status, 200);
    // A program of the server itself cannot name anybody.
    assert.equal(
      (await postAs(served.tokens.program, { actor: "worker-1" })).json?.code,
      "E_USAGE",
    );
  });

  test("over MCP, an agent has its name and its rights too", async () => {
    const call = async (sent: string, name: string, args: object) => {
      const { json } = await served.send("/mcp", {
        method: "POST",
        headers: { ...bearer(sent), "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      });
      return JSON.stringify(json);
    };
    const post = { id: full.ids.thread, text: "By a model" };
    assert.match(await call(tokens.reader, "thread.post", post), /E_RIGHTS/);
    assert.match(await call(tokens.reader, "thread.show", { id: full.ids.thread }), /"result"/);
    assert.doesNotMatch(await call(tokens.writer, "thread.post", post), /isError":true/);
    assert.deepEqual(await newestActors(1), [[ana, "wanda"]]);
    const nobody = await served.send("/mcp", { method: "POST", headers: bearer("no") });
    assert.equal(nobody.status, 401);
  });

  test("the events of a thread are followed with a reader's token", async () => {
    const path = `/api/v1/thread/follow?id=${full.ids.thread}`;
    assert.equal((await served.send(path, { headers: bearer("holdall_no") })).status, 401);
    const controller = new AbortController();
    const { status, body } = await fetch(`${served.origin}${path}`, {
      headers: bearer(tokens.reader),
      signal: controller.signal,
    });
    assert.equal(status, 200);
    const first = await body?.getReader().read();
    assert.match(new TextDecoder().decode(first?.value), /^id: 0\nevent: event/);
    controller.abort();
  });

  test("a token is kept as a hash alone, and shown once", async () => {
    const created = await token("once", "reader");
    const rows = await logins.query(ana, place, "select * from team_tokens");
    const { out } = await run(ana, "team list");
    for (const text of [JSON.stringify(rows), JSON.stringify(out)]) {
      assert.match(text, /"once"/);
      assert(!text.includes(created));
    }
    assert(!JSON.stringify(out).includes("sha256"));
    const change = "update team_tokens set role = 'keeper'";
    await assert.rejects(logins.query(will, place, change), { code: "42501" });
  });

  test("only a keeper creates and ends tokens", async () => {
    const create = (login: string, name: string, more: object = {}) =>
      codeOf(run(login, "team token create", { name, role: "reader", ...more }));
    assert.equal(await create(will, "mine"), "E_RIGHTS");
    assert.equal(await codeOf(run(will, "team token revoke", { name: "rita" })), "E_RIGHTS");
    assert.equal(await create(ana, "rita"), "E_EXISTS");
    assert.equal(await create(ana, will), "E_USAGE");
    assert.equal(await codeOf(run(ana, "team token revoke", { name: "none" })), "E_NOT_FOUND");
  });

  test("a token that was revoked, replaced or has ended is refused", async () => {
    const statusOf = async (sent: string) => (await callAs(sent, "status")).status;
    const awaitRefusal = async (sent: string) => {
      while ((await statusOf(sent)) !== 401);
    };
    const first = await token("temp", "reader");
    assert.equal(await statusOf(first), 200);
    const second = await token("temp", "reader", { replace: true });
    await awaitRefusal(first);
    assert.equal(await statusOf(second), 200);
    await run(ana, "team token revoke", { name: "temp" });
    await awaitRefusal(second);
    const late = await token("late", "reader", { days: 1 }, new Date(Date.now() - 2 * DAY_MS));
    assert.equal(await statusOf(late), 401);
    assert.equal(await statusOf(await token("soon", "reader", { days: 1 })), 200);
  });

  test("a new token is taken at once, also just after one that nobody has", async () => {
    for (const name of ["new-1", "new-2", "new-3"]) {
      assert.equal((await callAs(`holdall_${"x".repeat(43)}`, "status")).status, 401);
      assert.equal((await callAs(await token(name, "reader"), "status")).status, 200, name);
    }
  });

  test("the server ends", async () => {
    await served.end();
  });
});
