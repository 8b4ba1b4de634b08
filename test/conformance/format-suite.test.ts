import { suite, test } from "node:test";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { formatSuite } from "./format-suite.ts";

for (const name of formatNames) {
  const format = await loadFormat(name);
  for (const sample of format.samples) {
    suite(`${name}, sample "${sample.name}"`, () => {
      for (const check of formatSuite) test(check.name, () => check.run(format, sample));
    });
  }
}
