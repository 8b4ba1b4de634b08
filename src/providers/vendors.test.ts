import assert from "node:assert/strict";
import { test } from "node:test";
import type { HoldallError } from "../base/errors.ts";
import { providerNames } from "./registry.ts";
import { loadTarget, vendorNames, vendorOf } from "./vendors.ts";

test("loadTarget() knows every provider and every vendor by name", async () => {
  for (const name of providerNames) {
    const { provider, vendor } = await loadTarget(name);
    assert.deepEqual([provider.name, vendor], [name, null]);
  }
  for (const name of vendorNames) {
    const { provider, vendor } = await loadTarget(name);
    assert.equal(provider.name, vendor?.protocol);
    assert.deepEqual(vendor, vendorOf(name));
  }
});

test("vendorOf() gives an address that a path can be added to", () => {
  for (const name of vendorNames) {
    const { baseUrl } = vendorOf(name);
    assert.match(baseUrl, /^https?:\/\//);
    assert.equal(baseUrl.endsWith("/"), false);
  }
});

test("loadTarget() refuses an unknown name and suggests the nearest", async () => {
  await assert.rejects(loadTarget("openruoter"), (error: HoldallError) => {
    assert.equal(error.code, "E_USAGE");
    assert.match(error.cure ?? "", /openrouter/);
    return true;
  });
  await assert.rejects(loadTarget("__proto__"), { code: "E_USAGE" });
});
