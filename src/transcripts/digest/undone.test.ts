import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigestTurn } from "./digest.ts";
import { isUndone, undoneCommits, withoutUndone } from "./undone.ts";

function turnOf(...commands: readonly string[]): DigestTurn {
  const actions = commands.map((text, at) => ({
    kind: "command" as const,
    text,
    item_id: "i",
    time: null,
    at,
  }));
  const turn = { at: null, request: "go on", item_id: "u", reply: "Done.", reply_id: "a" };
  const answered = { isAnswered: true, reply_at: null, isQueued: false, stop: null };
  return { ...turn, ...answered, actions };
}

test("undoneCommits() finds what was reverted or reset away, and nothing else", () => {
  const undone = (...commands: readonly string[]) => [
    ...undoneCommits(turnOf(...commands).actions),
  ];
  const one = "git commit -> [main 1111111] One";
  const two = "git commit -> [main 2222222] Two";
  assert.deepEqual(undone(one, two, "git revert --no-edit 1111111 -> [main 3333333] Revert"), [
    "1111111",
  ]);
  assert.deepEqual(undone(one, two, "git revert HEAD --no-edit"), ["2222222"]);
  assert.deepEqual(undone(one, two, "git reset --hard HEAD~2"), ["1111111", "2222222"]);
  assert.deepEqual(undone(one, two, "git reset --hard HEAD^ -> HEAD is now at 1111111 One"), [
    "2222222",
  ]);
  assert.deepEqual(undone(one, two, "git reset --hard 1111111"), ["2222222"]);
  assert.deepEqual(undone(one, two, "git reset --hard", "git reset --soft HEAD~1", "git push"), []);
  const turns = [turnOf(one), turnOf(two), turnOf("git revert 2222222")];
  const all = undoneCommits(turns.flatMap(({ actions }) => actions));
  assert.deepEqual(
    turns.map((turn) => isUndone(turn, all)),
    [false, true, false],
  );
  const left = withoutUndone(turns.flatMap(({ actions }) => actions)).map(({ text }) => text);
  assert.deepEqual(left, [one, "git revert 2222222"]);
});

test("withoutUndone() leaves out commits that a reset with kept changes or an amendment replaced", () => {
  const left = (...commands: readonly string[]) =>
    withoutUndone(turnOf(...commands).actions).map(({ text }) => text);
  const one = "git commit -> [main 1111111] One";
  const two = "git commit -> [main 2222222] Two";
  const soft = "git log -1 --oneline && git reset --soft HEAD~1 && git status --short";
  assert.deepEqual(left(one, two, soft), [one, soft]);
  assert.deepEqual(left(one, "git reset HEAD~1"), ["git reset HEAD~1"]);
  const amended = "git commit --amend --no-edit -> [main 3333333] Two";
  assert.deepEqual(left(one, two, amended), [one, amended]);
  const kept = ["git reset HEAD src/a.ts", "git reset", "git reset --hard"];
  assert.deepEqual(left(one, ...kept), [one, ...kept]);
});
