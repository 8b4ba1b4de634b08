import { drivers } from "../drivers/drivers.ts";
import type { Script, Step } from "../model/script.ts";
import type { DriverName } from "../programs.ts";
import { type Plan, reply } from "./scenario.ts";
import { shell } from "./tools.ts";

const SUMMARY = "SUMMARY: the orchard keeps its counts in SQLite; the pear rows come next.";
const PROMPTS = ["Where are the counts of the orchard kept?", "And what comes next?"];

/** A session whose beginning was replaced by a summary, by the agent itself. */
export function planCompaction(agent: DriverName): Plan {
  const { asksForSummary, usages, lastUsage, wrap = String } = drivers[agent].compaction;
  const script: Script = [
    { ...reply(wrap(SUMMARY)), when: asksForSummary, keep: true },
    ...usages.map((input, index) => countStep(agent, input, index)),
    // Some look at the usage when a turn has ended.
    {
      ...reply("They are in SQLite."),
      ...(lastUsage === undefined ? {} : { usage: { input: lastUsage, output: 100 } }),
    },
    reply("The pear rows."),
  ];
  return { prompts: promptsOf(agent), script, settings: { compactsEarly: true }, summary: SUMMARY };
}

function promptsOf(agent: DriverName): readonly string[] {
  return PROMPTS.toSpliced(1, 0, ...[drivers[agent].compaction.command ?? []].flat());
}

function countStep(agent: DriverName, input: number, index: number): Step {
  return {
    parts: [
      { text: `Row ${index + 1}. ${longText(agent, index)}` },
      { call: shell[agent](`printf 'row-%s counted' ${index + 1}`) },
    ],
    usage: { input, output: 50 },
  };
}

/** Long enough to be worth a compaction, and without the repetition that Gemini takes for a loop. */
function longText(agent: DriverName, seed: number): string {
  const { length = 60 } = drivers[agent].compaction;
  const parts = Array.from({ length }, (_, index) => ((index + 1) * (7919 + seed)).toString(36));
  return parts.join(" ");
}
