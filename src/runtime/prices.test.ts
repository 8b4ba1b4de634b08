import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { listPrices } from "../tasks/read/list-prices.ts";
import { pricesFor } from "./prices.ts";

test("pricesFor() adds a user's models to the built-in ones and replaces single ones", () => {
  const cwd = makeScratch();
  const models = { "my-model": { input: 1, output: 2 }, o3: { input: 3, output: 4 } };
  const own = { date: "2026-11", source: "our contract", models };
  fs.writeFileSync(path.join(cwd, "own.json"), JSON.stringify(own));
  const table = pricesFor({ cwd }, "own.json");
  assert.deepEqual(table.models, { ...listPrices.models, ...models });
  assert.equal(table.date, "2026-11");
  assert.match(table.source, /^our contract; other models: .*public price pages/);
});
