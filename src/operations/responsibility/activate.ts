import { defineStep } from "./define-step.ts";

export default defineStep(
  "activate",
  "responsibility_activated",
  "Let a registered responsibility take on work",
);
