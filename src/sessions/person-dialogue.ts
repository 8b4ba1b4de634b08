import { createInterface } from "node:readline/promises";
import { excerptLine } from "../base/text/one-line.ts";
import { type PickEntry, type PickList, pickFromList } from "./pick-list.ts";

/** Asks a person a question; null when nobody answers any more. */
export type Ask = (question: string) => Promise<string | null>;

/** Whether the terminal can move its cursor; one that cannot is asked line by line. */
export function canRedraw(): boolean {
  return process.env.TERM !== "dumb";
}

/** Lets a person choose from a list on the terminal; null when they leave. */
export async function choose<Value>(list: PickList<Value>): Promise<PickEntry<Value> | null> {
  const { stdin: input, stderr: output } = process;
  const picked = await pickFromList(list, { input, output });
  // While the keys are read one by one, the terminal does not turn Ctrl-C into a signal.
  if (picked === null || picked === "interrupted") return null;
  output.write(`${excerptLine(picked.line, 78)}\n`);
  return picked;
}

/** Asks questions that are answered in a line each. */
export async function withQuestions<Answer>(work: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  // In this mode the terminal does not turn Ctrl-C into a signal.
  terminal.once("SIGINT", () => {
    process.stderr.write("\n"); // The question is still on the line.
    terminal.close();
  });
  try {
    return await work((question) => Promise.race([terminal.question(question), closed]));
  } finally {
    terminal.close();
  }
}

/** Asks whether something is meant; Enter alone says yes, and so does nothing else but "y" and "yes". */
export async function confirm(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [Y/n] `);
  return answer !== null && /^(?:y|yes|)$/i.test(answer.trim());
}
