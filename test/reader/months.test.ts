import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { liveMonths } from "../../scripts/bench/reader/months.ts";
import { World } from "../../scripts/bench/reader/play.ts";
import { readRole } from "../../scripts/bench/reader/role.ts";
import { BUDGET, folderText } from "../../scripts/bench/reader/texts.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();
const role = readRole("madr");

test("a life that is played twice gives a model the same text, whatever the clock shows", async () => {
  const texts: string[] = [];
  for (const name of ["first", "second"]) {
    const world = await World.create(path.join(scratch, name, "lab"), [role]);
    await world.playTo(12);
    texts.push(await world.load(role.id), folderText(world.pathOf(role.id, "")));
  }
  assert.equal(texts[0], texts[2]);
  assert.equal(texts[1], texts[3]);
});

test("playTo() goes on where it stopped, and plays nothing of later days", async () => {
  const world = await World.create(path.join(scratch, "steps", "lab"), [role]);
  await world.playTo(5);
  const guardrails = () =>
    folderText(world.pathOf(role.id, "")).includes("identifier only and no link");
  assert.equal(guardrails(), false);
  await world.playTo(6);
  assert.equal(guardrails(), true);
});

const counter = await loadTokenCounter("o200k_base");

for (const [name, days] of [
  ["releases", 60],
  ["backstage", 30],
] as const) {
  test(`${name}: after ${days} days the load fits its budget, answers 90 % and says nothing false`, async () => {
    const folder = path.join(scratch, name, "lab");
    const { results } = await liveMonths(folder, [readRole(name)], counter, days);
    const scores = results.flatMap(({ load, later }) => [load, ...Object.values(later)]);
    assert.equal(scores.length, days / 30 + (days > 30 ? 1 : 0));
    for (const { tokens } of results) {
      assert((tokens[60] ?? 0) <= 1.2 * (tokens[30] ?? 0), JSON.stringify(tokens));
      assert(
        Object.values(tokens).every((count) => count <= BUDGET),
        JSON.stringify(tokens),
      );
    }
    for (const load of scores) {
      const missing = load.verdicts.filter(({ isAnswered }) => !isAnswered);
      const asked = missing.map(({ question }) => question.ask);
      assert.deepEqual(
        load.verdicts.flatMap(({ falsehoods }) => falsehoods),
        [],
      );
      assert(load.answered >= 0.9 * load.questions, asked.join("\n"));
    }
  });
}
