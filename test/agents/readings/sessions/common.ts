/** Sessions that are made in the same way with every agent. */
import type { AgentName } from "../../programs.ts";
import { planCompaction } from "../../scenarios/compaction.ts";
import { isPlan, reply } from "../../scenarios/scenario.ts";
import { scenarios } from "../../scenarios/scenarios.ts";
import { planSubAgent } from "../../scenarios/sub-agent.ts";
import { look, shell } from "../../scenarios/tools.ts";
import type { Lab } from "../lab.ts";
import type { Absence, ReadingScenario } from "../scenarios.ts";

/** Makes a session. */
export type CreateSession = (lab: Lab) => Promise<void>;

/** How an agent makes each kind of session, or why it has none. */
export type AgentSessions = Readonly<Record<ReadingScenario, CreateSession | Absence>>;

/** The sessions that need nothing of one agent alone. */
export function commonSessions(
  agent: AgentName,
): Pick<AgentSessions, "parallel" | "compaction" | "interrupted" | "sub-agents" | "edited-file"> {
  const plan = planSubAgent(agent);
  return {
    parallel: async (lab) => {
      const { prompts, script } = planOf("parallel", agent);
      await lab.ask(prompts[0] ?? "", script);
    },
    compaction: async (lab) => {
      const { prompts, script } = planCompaction(agent);
      // The prompts share one script: its last step answers those after the first.
      const [first = "", ...others] = prompts;
      await lab.ask(first, script.slice(0, -1));
      for (const prompt of others) {
        await lab.ask(prompt, [...script.slice(0, 1), ...script.slice(-1)]);
      }
    },
    interrupted: async (lab) => {
      await lab.ask("Water the pears.", [reply("The pears are watered.")]);
      const command = "printf begun > running.txt; sleep 45";
      await lab.ask("Then water the plums.", [{ parts: [{ call: shell[agent](command) }] }], {
        interruptAfter: lab.appears("running.txt"),
      });
    },
    "sub-agents": isPlan(plan) ? async (lab) => lab.ask(plan.prompts[0] ?? "", plan.script) : plan,
    "edited-file": async (lab) => {
      lab.write("pump.txt", "The pump runs at 3 bar.\n");
      await lab.ask("Read pump.txt.", [
        { parts: [{ call: readFile(agent, lab) }] },
        { parts: [{ call: shell[agent]("printf 'Now at 9 bar.\\n' >> pump.txt; printf done") }] },
        reply("It runs at 3 bar."),
      ]);
      lab.write("pump.txt", "The pump is off.\n");
      await lab.ask("And now?", [
        { parts: [{ call: shell[agent]("printf looked") }] },
        reply("I looked."),
      ]);
    },
  };
}

function planOf(name: "parallel", agent: AgentName) {
  const plan = scenarios[name].plan(agent);
  if (!isPlan(plan)) throw new Error(`${agent} has no session "${name}"`);
  return plan;
}

function readFile(agent: AgentName, { machine }: Lab) {
  const file = `${machine.project}/pump.txt`;
  if (agent === "codex") return shell.codex("cat pump.txt");
  const call = look[agent]("pump.txt");
  const key = Object.keys(call.arguments)[0] ?? "path";
  return { ...call, arguments: { ...call.arguments, [key]: file } };
}

/** A picture of one red point. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Writes the picture into the project. */
export function writePicture(lab: Lab): string {
  return lab.write("pear.png", Buffer.from(PICTURE, "base64"));
}
