import type { Answer } from "../../answers.ts";

/** A part of a session. */
export type ShownData = Answer<"show">;
