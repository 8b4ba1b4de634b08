import type { OperationContext } from "../../../runtime/operation-context.ts";
import { askLine } from "../ask-line.ts";

interface Answers {
  readonly title?: string | undefined;
  readonly request?: string | undefined;
  readonly acceptance?: readonly string[] | undefined;
}

/** What the flags leave open is asked at a terminal until it is answered; elsewhere a placeholder takes its place. */
export async function askTask(
  { interactive, signal }: Pick<OperationContext, "interactive" | "signal">,
  answers: Answers,
  ask: typeof askLine = askLine,
) {
  const line = async (question: string, placeholder: string): Promise<string> => {
    if (!interactive) return placeholder;
    let answer = "";
    while (answer === "") answer = await ask(signal, question);
    return answer;
  };
  const title =
    answers.title ?? (await line("Title, such as 'Fix the sum of the basket': ", "My task"));
  const request =
    answers.request ??
    (await line(
      "What agents are asked to do, such as 'Make npm test pass': ",
      "Describe the task here.",
    ));
  const acceptance = answers.acceptance ?? [
    await line(
      "How to see that it is done, such as 'npm test passes': ",
      "Describe how to check that it is done.",
    ),
  ];
  return { title, request, acceptance };
}
