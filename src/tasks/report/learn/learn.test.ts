import assert from "node:assert/strict";
import { test } from "node:test";
import { lessonLines } from "../../../model/lesson-lines.ts";
import { stepOfEvent } from "../../compare/steps-of-events.ts";
import { learnFrom } from "./learn.ts";
import type { LearnedRun } from "./learned-run.ts";

const read = (path: string) => stepOfEvent({ type: "read_file", path });
const edit = (path: string) => stepOfEvent({ type: "edit_file", path });
const run = (command: string, exitCode = 0) =>
  stepOfEvent({ type: "run_command", command, exitCode, detail: exitCode ? "it failed" : "" });

function runs(
  isSuccess: boolean,
  count: number,
  steps: (at: number) => LearnedRun["steps"],
  agent = "a",
): readonly LearnedRun[] {
  return Array.from({ length: count }, (_, at) => ({ agent, isSuccess, steps: steps(at) }));
}

const linesOf = (all: readonly LearnedRun[]) => {
  const lesson = learnFrom("T", all);
  assert.ok(lesson);
  return lessonLines(lesson);
};

test("learnFrom() finds that failed runs did not run the tests after their last edit", () => {
  const lines = linesOf([
    ...runs(true, 5, () => [read("a.ts"), edit("a.ts"), run("npm test")]),
    ...runs(false, 5, () => [read("a.ts"), run("npm test", 1), edit("a.ts"), run("git status")]),
  ]);
  assert.equal(
    lines[0],
    "All 5 successful runs saw the tests pass in the end; none of the 5 failed runs did.",
  );
  assert.ok(lines.every((line) => !line.includes("due to chance")));
});

test("learnFrom() names where failed runs part and the step after which none recovered", () => {
  const lines = linesOf([
    ...runs(true, 4, () => [read("a.ts"), edit("a.ts"), run("npm test")]),
    ...runs(false, 3, (at) => [read("a.ts"), edit("b.ts"), run(`echo ${at}`)]),
    ...runs(false, 1, () => [read("a.ts"), edit("a.ts")]),
  ]);
  assert.ok(
    lines.includes(
      "3 of 4 failed runs part from the nearest successful run after they read a.ts: they edited b.ts, it edited a.ts.",
    ),
    lines.join("\n"),
  );
  assert.ok(
    lines.includes(
      "After they read a.ts, 3 of 4 failed runs did nothing more that a successful run did: none recovered.",
    ),
    lines.join("\n"),
  );
});

test("learnFrom() claims nothing from one run, and nothing from runs without steps", () => {
  const won = runs(true, 5, () => [edit("a.ts")]);
  assert.equal(learnFrom("T", [...won, ...runs(false, 1, () => [edit("b.ts")])]), null);
  assert.equal(learnFrom("T", [...won, ...runs(false, 5, () => [])]), null);
  assert.deepEqual(
    linesOf([...won, ...runs(false, 5, () => [edit("a.ts")])]).filter((line) =>
      line.includes("successful runs edited"),
    ),
    [],
  );
});

test("learnFrom() marks what few runs show as something that can be chance", () => {
  const all = [
    ...runs(true, 3, () => [edit("a.ts"), run("npm test")]),
    ...runs(false, 3, () => [edit("a.ts")]),
  ];
  const [first] = linesOf(all);
  assert.match(
    first ?? "",
    /^All 3 successful runs saw the tests pass .* This could be due to chance\.$/,
  );
});

test("learnFrom() says when the agents decide, not what they did", () => {
  const lines = linesOf([
    ...runs(true, 5, () => [edit("a.ts"), run("npm test")], "claude"),
    ...runs(false, 5, () => [edit("a.ts")], "codex"),
  ]);
  assert.match(lines.at(-1) ?? "", /habits of the agents/);
});

test("learnFrom() rarely finds more than chance where success has nothing to do with the steps", () => {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const files = Array.from({ length: 30 }, (_, at) => `f${at}.ts`);
  let claims = 0;
  for (let world = 0; world < 60; world++) {
    const steps = () => files.filter(() => random() < 0.5).map(edit);
    const lesson = learnFrom("T", [...runs(true, 8, steps), ...runs(false, 8, steps)]);
    if (lesson?.habits.some(({ canBeChance }) => !canBeChance)) claims++;
  }
  // At most one in twenty is expected; eight of sixty would be a probability below 0.01.
  assert.ok(claims < 8, `${claims} of 60`);
});
