import type { Script, Step } from "../model/script.ts";
import type { AgentName } from "../programs.ts";
import { type Plan, reply } from "./scenario.ts";
import { shell } from "./tools.ts";

const SUMMARY = "SUMMARY: the orchard keeps its counts in SQLite; the pear rows come next.";
const PROMPTS = ["Where are the counts of the orchard kept?", "And what comes next?"];

/** The question by which each program asks its model for a summary. */
const asksForSummary: Readonly<Record<AgentName, RegExp>> = {
  claude: /Your task is to create a detailed summary/,
  codex: /CONTEXT CHECKPOINT COMPACTION|handoff summary/,
  gemini: /Generate a new <state_snapshot>|ritically evaluate/,
  opencode: /^(?!.*"tools":)(?!.*title generator)/s,
  pi: /structured context checkpoint|summarization/,
  qwen: /produce the <state_snapshot> XML/,
  kimi: /Create a handoff summary for the/,
  kilo: /^(?!.*"tools":)(?!.*title generator)/s,
  goose: /^(?!.*"tools":)(?!.*Generate a short title)/s,
  copilot: /Please create a detailed summary of the conversation so far/,
};

/** What the model claims to have used, so that the program compacts when the next request is due. */
const usages: Readonly<Record<AgentName, readonly number[]>> = {
  claude: [30_000, 60_000, 96_000],
  codex: [5000],
  gemini: [300_000, 700_000],
  opencode: [9000],
  pi: [30_000],
  qwen: [1000],
  kimi: [1000],
  kilo: [9000],
  goose: [1000],
  copilot: [1000],
};

const lastUsages: Readonly<Partial<Record<AgentName, number>>> = {
  pi: 127_000,
  qwen: 115_000,
  kimi: 195_000,
  goose: 127_000,
};

/** A session whose beginning was replaced by a summary, by the agent itself. */
export function planCompaction(agent: AgentName): Plan {
  const summary =
    agent === "claude" ? `<analysis>a</analysis><summary>${SUMMARY}</summary>` : SUMMARY;
  const isTagged = agent === "gemini" || agent === "qwen";
  const wrapped = isTagged ? `<state_snapshot>${SUMMARY}</state_snapshot>` : summary;
  const last = lastUsages[agent];
  const script: Script = [
    { ...reply(wrapped), when: asksForSummary[agent], keep: true },
    ...usages[agent].map((input, index) => countStep(agent, input, index)),
    // Some look at the usage when a turn has ended.
    {
      ...reply("They are in SQLite."),
      ...(last === undefined ? {} : { usage: { input: last, output: 100 } }),
    },
    reply("The pear rows."),
  ];
  return { prompts: promptsOf(agent), script, settings: { compactsEarly: true }, summary: SUMMARY };
}

/** Copilot CLI would compact by itself while it goes on, with more or less of the work in the summary. */
const commands: Readonly<Partial<Record<AgentName, string>>> = {
  copilot: "/compact",
  qwen: "/compress",
};

function promptsOf(agent: AgentName): readonly string[] {
  return PROMPTS.toSpliced(1, 0, ...[commands[agent] ?? []].flat());
}

function countStep(agent: AgentName, input: number, index: number): Step {
  return {
    parts: [
      { text: `Row ${index + 1}. ${longText(agent, index)}` },
      { call: shell[agent](`printf 'row-%s counted' ${index + 1}`) },
    ],
    usage: { input, output: 50 },
  };
}

/** Long enough to be worth a compaction, and without the repetition that Gemini takes for a loop. */
function longText(agent: AgentName, seed: number): string {
  const length = agent === "gemini" ? 600 : 60;
  const parts = Array.from({ length }, (_, index) => ((index + 1) * (7919 + seed)).toString(36));
  return parts.join(" ");
}
