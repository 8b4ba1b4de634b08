/** Goose gives a session that it imports an id of its own: what was placed must be found under it, and nothing else. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suite, test } from "node:test";
import goose from "../../src/agents/goose/goose.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { placeFixture } from "./fixtures.ts";
import { findAgents } from "./install.ts";

const program = (await findAgents()).get("goose");
const skip =
  program === undefined &&
  "not run: goose is not installed; npm run test:agents -- --install does it";

interface Handed {
  readonly session_id: string;
  readonly path: string;
  readonly resume: readonly (readonly string[])[];
  readonly undo: string;
}

/** A home that Goose works in, and a session that was handed over there. */
async function createHanded() {
  const home = makeScratch();
  const cwd = path.join(home, "orchard");
  fs.mkdirSync(cwd);
  const source = makeScratch();
  const { path: file } = placeFixture("claude", "plain", source);
  const env = { PATH: `${path.dirname(program?.command ?? "")}:/usr/bin:/bin` };
  const context = { ...contextIn(cwd), agents: { home, env } };
  const hand = async () => {
    const input = { from: path.join(source, file), to: "goose" };
    return (await runOperation<Handed>(context, "handoff", input)).out;
  };
  const again = async (session: string) => {
    const input = { from: "goose", to: "goose", session };
    return (await runOperation<Handed>(context, "handoff", input)).out;
  };
  const ask = (sql: string) => {
    const database = new DatabaseSync(path.join(home, ".local/share/goose/sessions/sessions.db"));
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };
  const undo = (id: string) => runOperation(context, "handoff", { undo: id });
  return { environment: { home, env }, hand, again, ask, undo, handed: await hand() };
}

suite("a handoff to the real Goose", { skip }, () => {
  test("names the id that Goose gave the session, and takes the session out of its database again", async () => {
    const { handed, ask, undo } = await createHanded();
    assert.match(handed.session_id, /^\d{8}_1$/);
    assert.deepEqual(handed.resume[0]?.slice(-1), [handed.session_id]);
    assert.deepEqual(
      ask("select id from sessions").map(({ id }) => id),
      [handed.session_id],
    );
    await undo(handed.session_id);
    assert.deepEqual(ask("select id from sessions"), []);
    assert.deepEqual(ask("select id from messages"), []);
    assert(!fs.existsSync(handed.path));
  });

  test("is undone by the id of one session, though those of others begin with it", async () => {
    const { handed, ask, hand, undo } = await createHanded();
    const others: Handed[] = [];
    while (others.at(-1)?.session_id.endsWith("_10") !== true) others.push(await hand());
    await undo(handed.session_id);
    assert.equal(ask("select id from sessions").length, others.length);
  });

  test("keeps a session that went on, and one to which Goose gave the same id since", async () => {
    const { handed, ask, undo } = await createHanded();
    ask(
      "insert into messages select 999, 'm', session_id, role, content_json, created_timestamp, timestamp, tokens, metadata_json from messages limit 1",
    );
    assert.equal(await codeOf(undo(handed.session_id)), "E_PROTECTED");
    ask("update messages set message_id = 'native-' || id");
    await undo(handed.session_id);
    assert.equal(ask("select id from sessions").length, 1);
    assert(!fs.existsSync(handed.path));
  });

  test("is found by the id that it was written with, as after a kill before Goose's id was known", async () => {
    const { environment, handed, ask } = await createHanded();
    const store = goose.writer?.programStore;
    assert(store);
    const written = path.basename(handed.path, ".json");
    assert.equal(await store.inspect(written, handed.path, environment), "placed");
    assert.equal(await store.remove(written, environment), true);
    assert.equal(await store.inspect(written, handed.path, environment), "absent");
    assert.deepEqual(ask("select id from sessions"), []);
  });

  test("puts nothing before the error of a call that Goose refused", async () => {
    const { handed, ask, again } = await createHanded();
    const call = { status: "success", value: { name: "no_tool", arguments: {} } };
    const refused = { status: "error", error: "-32002: Tool 'no_tool' not found" };
    for (const [role, content] of [
      ["assistant", { type: "toolRequest", id: "c9", toolCall: call }],
      ["user", { type: "toolResponse", id: "c9", toolResult: refused }],
    ] as const) {
      ask(
        `insert into messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)
        select 'm-${role}', '${handed.session_id}', '${role}', '${JSON.stringify([content]).replaceAll("'", "''")}',
        max(created_timestamp), '{"userVisible":true,"agentVisible":true}' from messages`,
      );
    }
    const { session_id } = await again(handed.session_id);
    const rows = ask(`select content_json from messages where session_id = '${session_id}'`);
    const [result] = rows.flatMap(({ content_json }) =>
      JSON.parse(String(content_json)).filter(
        (part: { type: string; id?: string }) => part.type === "toolResponse" && part.id === "c9",
      ),
    );
    const content = [{ type: "text", text: refused.error }];
    const value = { content, isError: true };
    assert.deepEqual(result.toolResult, { status: "success", value });
  });
});
