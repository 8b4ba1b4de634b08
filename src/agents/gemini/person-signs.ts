import type { PersonSigns } from "../person-signs.ts";

/** Questions of Gemini CLI that a person answers, and calls that were cancelled at its prompt. */
export const personSigns: PersonSigns = {
  questionTools: ["ask_user", "exit_plan_mode"],
  refusal: /^(?:\[Operation Cancelled\]|User (?:cancelled|denied|rejected) )/,
};
