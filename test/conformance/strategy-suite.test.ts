import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { namesOf } from "../../src/base/registry.ts";
import {
  DEFAULT_STRATEGY,
  loadStrategy,
  strategies,
} from "../../src/compile/strategies/registry.ts";
import { strategySuite } from "./strategy-suite.ts";

for (const name of namesOf(strategies)) {
  suite(name, () => {
    test("is registered under its own name", async () => {
      assert.equal((await loadStrategy(name)).name, name);
    });
    for (const check of strategySuite) {
      test(check.name, async () => check.run(await loadStrategy(name)));
    }
  });
}

test("loadStrategy() knows the default, and suggests a name for a mistyped one", async () => {
  assert.equal((await loadStrategy(DEFAULT_STRATEGY)).name, "token_budget_recent_v1");
  await assert.rejects(loadStrategy("recent_message_v1"), {
    code: "E_USAGE",
    cure: 'did you mean "recent_messages_v1"?',
  });
});
