import { suite, test } from "node:test";
import { subjects } from "../support/workspaces.ts";
import { ledgerSuite } from "./ledger-suite.ts";
import { storeSuite } from "./store-suite.ts";
import { tamperSuite } from "./tamper-suite.ts";

const { all } = await subjects();

for (const subject of all) {
  const options = { skip: subject.skip };
  suite(`the store ${subject.name}`, () => {
    for (const { name, run } of storeSuite) test(name, options, () => run(subject.location));
  });
  suite(`the ledger over ${subject.name}`, () => {
    for (const { name, run } of [...ledgerSuite, ...tamperSuite]) {
      test(name, options, () => run(subject));
    }
  });
}
