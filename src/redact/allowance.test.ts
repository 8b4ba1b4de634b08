import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_ALLOWED } from "./allowance.ts";
import { explainSecrets } from "./explain.ts";
import { createRedactor } from "./redactor.ts";

const TOKEN = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
const OTHER = "ghp_Zq81Lm3NvR7tYx0PwKc5Ub9EhJ2sDaG4FiOe";
const TEXT = `token ${TOKEN}, then ${OTHER}`;

test("createRedactor() leaves an allowed value alone and replaces the others", () => {
  const redactor = createRedactor({ ...NOTHING_ALLOWED, values: [TOKEN] });
  redactor.learn(TEXT);
  const clean = redactor.text(TEXT, "here");
  assert.ok(clean.includes(TOKEN));
  assert.equal(clean.includes(OTHER), false);
  assert.equal(redactor.report().length, 1);
  assert.ok(redactor.withEmptyReport().text(TEXT, "there").includes(TOKEN));
});

test("createRedactor() takes * in an allowed value for any characters", () => {
  const clean = (value: string) =>
    createRedactor({ ...NOTHING_ALLOWED, values: [value] }).text(TEXT, "");
  assert.ok(clean("ghp_k3*").includes(TOKEN));
  assert.ok(clean("*GsDiO").includes(TOKEN));
  assert.ok(clean("ghp_*LwX*").includes(TOKEN) === false);
  assert.ok(clean("ghp_*Lw5*DiO").includes(TOKEN));
  assert.equal(clean("ghp_k3*").includes(OTHER), false);
  // The pieces must not overlap.
  assert.equal(clean(`${TOKEN}*O`).includes(TOKEN), false);
});

test("createRedactor() leaves what stands behind an allowed name, in a text and in an object", () => {
  const allowed = createRedactor({ ...NOTHING_ALLOWED, names: ["demo_password"] });
  const words = 'DEMO_PASSWORD="T7lip#88garden" DB_PASSWORD="C3dar!17lake"';
  const clean = allowed.text(words, "");
  assert.match(clean, /T7lip#88garden/);
  assert.equal(clean.includes("C3dar!17lake"), false);
  const value = { demo_password: "R0se%55hedge", db_password: "M4ple+61hill" };
  const { demo_password, db_password } = allowed.value(value, "");
  assert.equal(demo_password, value.demo_password);
  assert.notEqual(db_password, value.db_password);
});

test("createRedactor() does not apply a rule that is off", () => {
  const redactor = createRedactor({ ...NOTHING_ALLOWED, rules: ["github_token"] });
  assert.equal(redactor.text(TEXT, ""), TEXT);
  const mail = `SG.${"aB3dE6gH9jK2mN5pQ8sT1v"}.${"wX4yZ7bC0dF3gH6jK9mN2pQ5rS8tU1vW4xY7zA0bC3d"}`;
  assert.notEqual(redactor.text(mail, ""), mail);
});

test("explainSecrets() lists nothing that is allowed", () => {
  assert.equal(explainSecrets(TEXT).length, 2);
  assert.equal(explainSecrets(TEXT, { ...NOTHING_ALLOWED, values: [TOKEN] }).length, 1);
});
