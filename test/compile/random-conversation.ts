import type { Checkpoint, Turn, TurnStep } from "../../src/model/turn.ts";
import { type Conversation, createCheckpoint, createReply, createTurn } from "./create-input.ts";

/** Numbers that look random and are the same every time. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const VOCABULARY = [
  "plan",
  "Größe",
  "漢字",
  "🧭🧭",
  "x",
  "Decision: keep it",
  "\n",
  '"quoted"',
  "\u2028",
];

/** A conversation of at least twelve turns with three checkpoints, tools, gaps and interrupted runs. */
export function randomConversation(seed: number): Conversation {
  const roll = createDice(seed);
  const count = 12 + roll(60);
  const turns = Array.from({ length: count }, (_, index) =>
    randomTurn(index + 1, { roll, isAnchor: index + 1 === count }),
  );
  const checkpoints = [2, 5, 10].map((to_seq) =>
    createCheckpoint(to_seq, { markdown: randomText(roll, 30), seq: 200 + to_seq }),
  );
  return {
    turns,
    checkpoints: checkpoints.map(({ checkpoint }): Checkpoint => checkpoint),
    blobs: new Map(
      checkpoints.map(({ checkpoint, bytes }) => [checkpoint.summary_artifact_id, bytes]),
    ),
  };
}

function randomTurn(
  ordinal: number,
  { roll, isAnchor }: { roll: (below: number) => number; isAnchor: boolean },
): Turn {
  const content = `${ordinal} ${randomText(roll, 40)}`;
  if (isAnchor) return createTurn(ordinal, { content });
  const replies = [null, createReply(""), createReply(null), createReply("half", "cancelled")];
  const reply = roll(3) === 0 ? replies[roll(replies.length)] : createReply(randomText(roll, 60));
  return createTurn(ordinal, { content, steps: randomSteps(ordinal, roll), reply: reply ?? null });
}

function randomSteps(ordinal: number, roll: (below: number) => number): TurnStep[] {
  const steps: TurnStep[] = [];
  for (let index = roll(4); index > 0; index--) {
    const call_id = `call-${ordinal}-${index}`;
    steps.push({ type: "tool_call", call_id, name: "edit", arguments: { path: `f${index}` } });
    const content = randomText(roll, 50);
    if (roll(5) > 0) steps.push({ type: "tool_result", call_id, ok: roll(4) > 0, content });
    const effect = { run_session_id: "run", tool_id: call_id, affected_paths: [`f${index}`] };
    if (roll(2) === 0) steps.push({ type: "tool_side_effect_ref", ...effect });
  }
  // A result that lost its call, as a torn transcript has it.
  if (roll(9) === 0) steps.push({ type: "tool_result", call_id: "lost", ok: true, content: "?" });
  return steps;
}

function randomText(roll: (below: number) => number, most: number): string {
  return Array.from({ length: 1 + roll(most) }, () => VOCABULARY[roll(VOCABULARY.length)]).join(
    " ",
  );
}
