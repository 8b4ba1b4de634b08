const ENOUGH_TO_KNOW = 30;

/** What a tool asked the user, where the answer does not repeat it, as those of some agents do; else null. */
export function askedQuestion(question: string, answer: string): string | null {
  const isRepeated = question === "" || answer.includes(question.slice(0, ENOUGH_TO_KNOW));
  return isRepeated ? null : question;
}
