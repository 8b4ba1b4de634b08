import { drivers } from "../drivers/drivers.ts";
import { SUB_AGENT } from "../drivers/scripts.ts";
import type { DriverName } from "../programs.ts";
import type { Absence, Plan } from "./scenario.ts";

/** A session in which another agent did a part of the work. */
export function planSubAgent(agent: DriverName): Plan | Absence {
  const { subAgent } = drivers[agent];
  return "reason" in subAgent ? subAgent : { prompts: [SUB_AGENT.prompt], script: subAgent };
}
