import { suite, test } from "node:test";
import { loadProvider, providerNames } from "../../src/providers/registry.ts";
import { providerSuite } from "./provider-suite.ts";

for (const name of providerNames) {
  const provider = await loadProvider(name);
  suite(`provider ${name}`, () => {
    for (const check of providerSuite) test(check.name, () => check.run(provider));
  });
}
