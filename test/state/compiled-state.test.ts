import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { OperationName } from "../../src/operations/registry.ts";
import { createKitWorkspace } from "../support/kits.ts";
import { makeScratch } from "../support/scratch.ts";
import { subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();

type Compiled = { raw: string };
type Item = { type: string; state_hash?: string; artifact_id?: string };

for (const subject of all) {
  suite(`threads with a state over ${subject.name}`, () => {
    test("thread compile shows the current state first, and not with --no-state", {
      skip: subject.skip,
    }, async () => {
      const { run, commit, shown } = await createKitWorkspace(subject.location(), scratch);
      const out = async <Out>(name: OperationName, input: Readonly<Record<string, unknown>>) =>
        (await run(name, input)).out as unknown as Out;
      const { thread_id: id } = await out<{ thread_id: string }>("thread new", {});
      await run("thread post", { id, text: "which port is open?" });
      const itemsOf = async (more = {}) => {
        const { raw } = await out<Compiled>("thread compile", { id, raw: true, ...more });
        return (JSON.parse(raw) as { items: readonly Item[] }).items;
      };
      const without = await itemsOf();
      assert.ok(
        without.every(({ type }) => type !== "state_ref"),
        "nothing is in force",
      );
      await commit("port", "port 8080 is open");
      const [first, ...rest] = await itemsOf();
      assert.deepEqual([first?.type, first?.state_hash], ["state_ref", (await shown()).state_hash]);
      assert.ok(rest.every(({ type }) => type !== "state_ref"));
      assert.deepEqual(await itemsOf({ "no-state": true }), without);
      const request = await run("thread compile", {
        id,
        render: "chat-completions",
        model: "any",
      });
      assert.ok(JSON.stringify(request.out).includes("port 8080 is open"));
    });

    test("verify --recompute makes a compile again with the state of its time", {
      skip: subject.skip,
    }, async () => {
      const { run, commit } = await createKitWorkspace(subject.location(), scratch);
      const out = async <Out>(name: OperationName, input: Readonly<Record<string, unknown>>) =>
        (await run(name, input)).out as unknown as Out;
      const { thread_id: id } = await out<{ thread_id: string }>("thread new", {});
      await run("thread post", { id, text: "which port is open?" });
      await commit("port", "port 8080 is open");
      const { run_session_id } = await out<{ run_session_id: string }>("thread run begin", { id });
      await run("thread compile", { id, run: run_session_id, record: true });
      await run("state update", { id: "port", text: "port 9090 is open", "expect-version": 1 });
      const checked = await run("verify", { recompute: true });
      assert.equal(checked.exit, 0);
      assert.ok(checked.out.ok);
      assert.ok(JSON.stringify(checked.out).includes('"recomputed":{"same":1,"different":0'));
    });
  });
}
