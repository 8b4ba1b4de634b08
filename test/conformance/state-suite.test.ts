import { suite, test } from "node:test";
import { stateFormats } from "../support/states.ts";
import { stateSuite } from "./state-suite.ts";

for (const format of stateFormats) {
  for (const sample of format.samples) {
    suite(`${format.name}, sample "${sample.name}"`, () => {
      for (const check of stateSuite(format)) test(check.name, () => check.run(sample));
    });
  }
}
