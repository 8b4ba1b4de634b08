import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { World } from "../../scripts/bench/reader/play.ts";
import { readRole } from "../../scripts/bench/reader/role.ts";
import { folderText } from "../../scripts/bench/reader/texts.ts";
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
