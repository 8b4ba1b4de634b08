import type { PersonSigns } from "../person-signs.ts";

/** Questions of Codex that a person answers, and commands and patches that were not approved. */
export const personSigns: PersonSigns = {
  questionTools: ["request_user_input"],
  refusal: /^(?:exec command|patch) rejected by user|^aborted by user/,
};
