import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";

/** Each reason with its code, and what a person can do about it. */
const reasons = {
  goal: { code: "E_BRIEF", cure: "name the goal in one line with --goal" },
  too_few_principles: {
    code: "E_UTB_PRINCIPLES",
    cure: 'name a pack whose "Core Principles" serve the goal with --pack, or add bullets to "Decision Style" and "Optimization" of the golden identity',
  },
  too_large: {
    code: "E_UTB_TOO_LARGE",
    cure: "shorten the clauses of guardrails.md: they are never left out",
  },
  too_small: {
    code: "E_UTB_TOO_SMALL",
    cure: "name a longer pack with --pack, or accept a short brief with --allow-short --by NAME",
  },
  raw_pack: {
    code: "E_BRIEF",
    cure: "shorten the pack's files, or divide them into more sections",
  },
} as const satisfies Readonly<Record<string, { code: ErrorCode; cure: string }>>;

/** Why no brief can be built. */
export class BriefFault extends HoldallError {
  readonly reason: keyof typeof reasons;

  constructor(reason: BriefFault["reason"], state: string) {
    const { code, cure } = reasons[reason];
    super(code, `Cannot build the brief: ${state}`, { cure });
    this.reason = reason;
  }
}
