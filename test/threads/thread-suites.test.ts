import { suite, test } from "node:test";
import { subjects } from "../support/workspaces.ts";
import { compactionSuite } from "./compaction-suite.ts";
import { compileSuite } from "./compile-suite.ts";
import { orderSuite } from "./order-suite.ts";
import { runsSuite } from "./runs-suite.ts";
import { threadsSuite } from "./threads-suite.ts";

const suites = {
  threads: threadsSuite,
  runs: runsSuite,
  order: orderSuite,
  compile: compileSuite,
  compaction: compactionSuite,
};
const { all } = await subjects();

for (const subject of all) {
  const options = { skip: subject.skip };
  for (const [what, checks] of Object.entries(suites)) {
    suite(`${what} over ${subject.name}`, () => {
      for (const { name, run } of checks) test(name, options, () => run(subject));
    });
  }
}
