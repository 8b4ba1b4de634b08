import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { JsonObject } from "../../src/base/json/value.ts";
import { loadProvider, providerNames } from "../../src/providers/registry.ts";
import { loadTarget } from "../../src/providers/vendors.ts";
import { cases, inputOf, options, type RenderCase } from "./cases.ts";

const folder = path.join(import.meta.dirname, "golden");
// HOLDALL_GOLDEN=write writes the files again; what changed is then seen in the diff after `npm run format`.
const isWriting = process.env.HOLDALL_GOLDEN === "write";

async function requests(each: RenderCase): Promise<JsonObject> {
  const all: Record<string, JsonObject> = {};
  for (const name of providerNames) {
    const provider = await loadProvider(name);
    const {
      path: at,
      missing,
      settings,
      resets,
      body,
    } = await provider.render(inputOf(each), {
      ...options,
      ...each.options,
    });
    all[name] = {
      path: at,
      missing,
      settings,
      resets: resets.map((reset) => ({ ...reset })),
      body,
    };
  }
  return all;
}

/** Compares values and the order of keys; how the file is laid out is the formatter's business. */
function compare(name: string, value: JsonObject): void {
  const file = path.join(folder, `${name}.json`);
  if (isWriting) fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  const recorded: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
  assert.deepEqual(value, recorded);
  assert.equal(JSON.stringify(value), JSON.stringify(recorded));
}

suite("render() gives the recorded request", () => {
  for (const each of cases) test(each.name, async () => compare(each.name, await requests(each)));

  test("vendor-mistral", async () => {
    const { provider, vendor } = await loadTarget("mistral");
    assert.ok(vendor);
    const wanted = ["item-message", "call-without-result", "foreign-names"];
    const all: Record<string, JsonObject> = {};
    for (const each of cases.filter(({ name }) => wanted.includes(name))) {
      all[each.name] = (await provider.render(inputOf(each), { ...options, vendor })).body;
    }
    assert.equal(Object.keys(all).length, wanted.length);
    compare("vendor-mistral", all);
  });

  test("no recorded request is left over", () => {
    const names = [...cases.map(({ name }) => name), "vendor-mistral"].map(
      (each) => `${each}.json`,
    );
    assert.deepEqual(fs.readdirSync(folder).sort(), names.sort());
  });
});
