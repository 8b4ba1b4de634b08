import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Document } from "./corpus.ts";

/** A long conversation, what was said in it by id, and questions with the ids that answer them. */
export interface Conversation {
  readonly id: string;
  readonly turns: readonly Document[];
  readonly questions: readonly {
    readonly question: string;
    readonly kind: string;
    readonly evidence: readonly string[];
  }[];
}

const locomoSchema = z.array(
  z.looseObject({
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(
      z.looseObject({
        question: z.string(),
        category: z.union([z.string(), z.number()]).optional(),
        evidence: z.array(z.string()).optional(),
      }),
    ),
  }),
);
const turnsSchema = z.array(
  z.looseObject({
    speaker: z.string(),
    text: z.string(),
    dia_id: z.string().optional(),
    blip_caption: z.string().optional(),
  }),
);
/** LoCoMo's questions that nothing in the conversation answers. */
const ADVERSARIAL = 5;

/** Reads a LoCoMo file. Turns are distinguished by their dialogue ids; a session's date is before each of its turns. */
export function readLocomo(file: string): readonly Conversation[] {
  const samples = locomoSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return samples.map(({ conversation, qa }, at) => {
    const turns = sessionsOf(conversation).flatMap(({ number, date, said }) =>
      said.map(({ speaker, text, dia_id, blip_caption }, index) => ({
        id: dia_id ?? `D${number}:${index + 1}`,
        session: `session ${number}`,
        text: `${date}\n${speaker}: ${text}${blip_caption ? ` [shows ${blip_caption}]` : ""}`,
      })),
    );
    const known = new Set(turns.map(({ id }) => id));
    const questions = qa
      .filter(({ category }) => Number(category) !== ADVERSARIAL)
      .map(({ question, category, evidence = [] }) => ({
        question,
        kind: String(category ?? ""),
        evidence: evidence.flatMap((ids) => ids.split(/[;,\s]+/)).filter((id) => known.has(id)),
      }))
      .filter(({ evidence }) => evidence.length > 0);
    return { id: `locomo-${at + 1}`, turns, questions };
  });
}

function sessionsOf(conversation: Readonly<Record<string, unknown>>) {
  return Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => ({
      number,
      date: String(conversation[`session_${number}_date_time`] ?? ""),
      said: turnsSchema.parse(conversation[`session_${number}`]),
    }));
}

const longMemEvalSchema = z.array(
  z.looseObject({
    question_id: z.string(),
    question_type: z.string().optional(),
    question: z.string(),
    haystack_session_ids: z.array(z.string()),
    haystack_dates: z.array(z.string()).optional(),
    haystack_sessions: z.array(z.array(z.looseObject({ role: z.string(), content: z.string() }))),
    answer_session_ids: z.array(z.string()),
  }),
);

/** Reads a LongMemEval file. Every question has a haystack of its own; what it must find is a session. */
export function readLongMemEval(file: string): readonly Conversation[] {
  const samples = longMemEvalSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return samples.map((sample) => ({
    id: sample.question_id,
    turns: sample.haystack_sessions.flatMap((session, at) =>
      session.map(({ role, content }, index) => ({
        id: `${sample.haystack_session_ids[at]}#${index}`,
        session: sample.haystack_session_ids[at] ?? String(at),
        text: `${sample.haystack_dates?.[at] ?? ""}\n${role}: ${content}`,
      })),
    ),
    questions: [
      {
        question: sample.question,
        kind: sample.question_type ?? "",
        evidence: sample.answer_session_ids,
      },
    ],
  }));
}
