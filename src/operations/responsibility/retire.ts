import { defineStep } from "./define-step.ts";

export default defineStep("retire", "responsibility_retired", "End a responsibility for good");
