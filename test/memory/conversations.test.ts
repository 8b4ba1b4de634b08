import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readLocomo, readLongMemEval } from "../../scripts/bench/recall/conversations.ts";
import { measureEvidence } from "../../scripts/bench/recall/evidence.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();

function write(name: string, value: unknown): string {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, JSON.stringify(value));
  return file;
}

const locomo = [
  {
    conversation: {
      speaker_a: "Ines",
      session_10_date_time: "9 am on 12 May, 2026",
      session_10: [{ speaker: "Ines", dia_id: "D10:1", text: "The kiln is repaired at last." }],
      session_2_date_time: "8 am on 3 May, 2026",
      session_2: [
        { speaker: "Ines", dia_id: "D2:1", text: "My kiln broke, so no pottery this week." },
        { speaker: "Omar", dia_id: "D2:2", text: "I am learning to sail on the lake." },
        { speaker: "Omar", dia_id: "D2:3", text: "Look!", blip_caption: "a small red boat" },
      ],
    },
    qa: [
      { question: "What broke for Ines?", answer: "the kiln", evidence: ["D2:1"], category: 4 },
      {
        question: "Which boat did Omar show?",
        answer: "red",
        evidence: ["D2:3; D2:2"],
        category: 1,
      },
      { question: "What did Ines sell?", answer: "nothing", evidence: ["D2:1"], category: 5 },
      { question: "Is it known?", answer: "no", evidence: ["D9:9"], category: 4 },
    ],
  },
];

test("readLocomo() orders sessions by number and leaves out what has no evidence", () => {
  const [conversation] = readLocomo(write("locomo.json", locomo));
  assert.deepEqual(
    conversation?.turns.map(({ id }) => id),
    ["D2:1", "D2:2", "D2:3", "D10:1"],
  );
  assert.match(conversation?.turns[2]?.text ?? "", /^8 am on 3 May, 2026\nOmar: Look! \[shows a/);
  assert.deepEqual(
    conversation?.questions.map(({ evidence }) => evidence),
    [["D2:1"], ["D2:3", "D2:2"]],
  );
});

test("measureEvidence() counts what lies within the budget", async () => {
  const conversations = readLocomo(write("locomo.json", locomo));
  const folder = (id: string) => path.join(scratch, id);
  const [all, none] = await measureEvidence(conversations, [505, 3], folder);
  assert.deepEqual([all?.questions, all?.recall, all?.complete], [2, 1, 1]);
  assert.equal(none?.recall, 0);
});

test("readLongMemEval() asks for sessions", async () => {
  const file = write("long.json", [
    {
      question_id: "q1",
      question_type: "single-session-user",
      question: "Where did I park the bicycle?",
      haystack_session_ids: ["s1", "s2"],
      haystack_dates: ["2026/05/01", "2026/05/02"],
      haystack_sessions: [
        [{ role: "user", content: "I parked the bicycle behind the mill." }],
        [{ role: "user", content: "What is a good soup?" }],
      ],
      answer_session_ids: ["s1"],
    },
  ]);
  const folder = (id: string) => path.join(scratch, id);
  const [result] = await measureEvidence(readLongMemEval(file), [100], folder);
  assert.deepEqual(result, {
    questions: 1,
    recall: 1,
    complete: 1,
    meanTokens: result?.meanTokens,
    byKind: { "single-session-user": 1 },
  });
});
