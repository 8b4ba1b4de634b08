import { HoldallError } from "../../base/errors.ts";

/** Why no brief can be built. */
export class BriefFault extends HoldallError {
  readonly reason: "goal" | "too_few_principles" | "too_large" | "too_small" | "raw_pack";

  constructor(reason: BriefFault["reason"], state: string) {
    super("E_BRIEF", `Cannot build the brief: ${state}`);
    this.reason = reason;
  }
}
