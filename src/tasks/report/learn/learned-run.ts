import type { KeyedStep } from "../../compare/step.ts";

/** A run that others are compared with, to learn why some succeed. */
export interface LearnedRun {
  readonly agent: string;
  readonly isSuccess: boolean;
  readonly steps: readonly KeyedStep[];
}
