import assert from "node:assert/strict";
import { test } from "node:test";
import { questionsAt } from "../../scripts/bench/reader/later-life.ts";
import { eventsOf } from "../../scripts/bench/reader/life.ts";
import {
  askedAt,
  REAL,
  readRole,
  readTextByHand,
  SIMULATED,
} from "../../scripts/bench/reader/role.ts";
import { scoreText } from "../../scripts/bench/reader/score.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";

const counter = await loadTokenCounter("o200k_base");

for (const name of [...SIMULATED, ...REAL]) {
  const role = readRole(name);
  const { questions } = role;
  const now = askedAt(role);

  test(`${name} has 30 different questions of every kind`, () => {
    assert.equal(new Set(questions.map(({ ask }) => ask)).size, 30);
    assert.equal(new Set(questions.map(({ kind }) => kind)).size, 6);
  });

  test(`${name}: a short text by hand answers every question and says nothing false`, () => {
    const text = readTextByHand(`${name}.good`);
    const { verdicts } = scoreText(text, questions, now);
    const missing = verdicts.filter(({ isAnswered }) => !isAnswered);
    assert.deepEqual(
      missing.map(({ question }) => question.ask),
      [],
    );
    assert.deepEqual(
      verdicts.flatMap(({ falsehoods }) => falsehoods),
      [],
    );
    assert(counter.count(text) <= 1200);
  });

  test(`${name}: every false answer is recognised and is no right one`, () => {
    for (const question of questions) {
      for (const { example } of question.false ?? []) {
        const { misled, answered } = scoreText(example, [question], now);
        assert.deepEqual({ misled, answered }, { misled: 1, answered: 0 }, example);
      }
    }
  });

  test(`${name}: no question is answered by a text about nothing`, () => {
    const text = `# Questions\n\n${questions.map(({ ask }) => `- ${ask}`).join("\n")}`;
    assert.equal(scoreText(text, questions, now).answered, 0);
  });

  test(`${name}: questions on day 60 are of every kind, and their false answers are recognised`, () => {
    const later = askedAt(role, 60);
    const asked = questionsAt(role, later);
    assert.equal(new Set(asked.map(({ kind }) => kind)).size, 6);
    assert(asked.length >= 30, String(asked.length));
    for (const question of asked) {
      for (const { example } of question.false ?? []) {
        const { misled, answered } = scoreText(example, [question], later);
        assert.deepEqual({ misled, answered }, { misled: 1, answered: 0 }, example);
      }
    }
  });

  test(`${name}: eventsOf() gives the same life each time, in the order of time`, () => {
    const events = eventsOf(role);
    assert.deepEqual(events, eventsOf(role));
    assert.deepEqual(
      events.map(({ at }) => at),
      events.map(({ at }) => at).toSorted(),
    );
  });
}

test("releases: prose and a table in other words answer as well", () => {
  const role = readRole("releases");
  const { answered, misled } = scoreText(
    readTextByHand("releases.other"),
    role.questions,
    askedAt(role),
  );
  assert.deepEqual({ answered, misled }, { answered: 30, misled: 0 });
});

test("the simulated roles have about 200 requests in each of their three months", () => {
  const created = SIMULATED.flatMap((name) => eventsOf(readRole(name))).filter(
    (event) => event.kind === "request" && event.verb === "create",
  );
  for (const month of ["2026-09", "2026-10", "2026-11"]) {
    const count = created.filter(({ at }) => at.startsWith(month)).length;
    assert(count > 180 && count < 230, `${count} in ${month}`);
  }
});
