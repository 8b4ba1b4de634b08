import type { OperationContext } from "../../../runtime/operation-context.ts";
import { askLine } from "../ask-line.ts";

interface Answers {
  readonly title?: string | undefined;
  readonly request?: string | undefined;
  readonly acceptance?: readonly string[] | undefined;
}

/** What the flags leave open is asked at a terminal; elsewhere a placeholder takes its place. */
export async function askTask(context: OperationContext, answers: Answers) {
  const line = async (question: string, fallback: string) =>
    context.interactive ? (await askLine(context.signal, question)) || fallback : fallback;
  const title = answers.title ?? (await line("Title of the task: ", "My task"));
  const request =
    answers.request ?? (await line("What is to be done: ", "Describe the task here."));
  const acceptance = answers.acceptance ?? [
    await line("How to check that it is done: ", "Describe how to check that it is done."),
  ];
  return { title, request, acceptance };
}
