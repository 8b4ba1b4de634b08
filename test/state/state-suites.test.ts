import { suite, test } from "node:test";
import { subjects } from "../support/workspaces.ts";
import { stateSuite } from "./state-suite.ts";

const { all } = await subjects();

for (const subject of all) {
  suite(`states over ${subject.name}`, () => {
    for (const { name, run } of stateSuite) test(name, { skip: subject.skip }, () => run(subject));
  });
}
