import type { PersonSigns } from "../person-signs.ts";

/** Questions of opencode that a person answers, and calls that were not permitted. */
export const personSigns: PersonSigns = {
  questionTools: ["question", "plan_exit"],
  refusal: /^(?:Error: )?The user rejected permission to use this specific tool call/,
};
