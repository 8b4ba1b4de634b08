import type { Answer } from "../../answers.ts";

/** The result of a handoff, of its dry run or of its undoing. */
export type HandoffData = Answer<"handoff">;
