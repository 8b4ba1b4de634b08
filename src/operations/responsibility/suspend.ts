import { defineStep } from "./define-step.ts";

export default defineStep(
  "suspend",
  "responsibility_suspended",
  "Stop a responsibility from taking on work for a time",
);
