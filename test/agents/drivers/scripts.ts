/** Parts of scripted answers that are the same for several agents. */
import type { Script, ScriptedCall } from "../model/script.ts";
import { reply } from "../scenarios/scenario.ts";

/** Calls a shell that wants to know what a command is for. */
export function described(name: string): (command: string) => ScriptedCall {
  return (command) => ({ name, arguments: { command, description: "Run a command" } });
}

/** What a helper is asked, does and answers; the word in capitals is in no other request. */
export const SUB_AGENT = {
  prompt: "Let a helper count the trees.",
  task: "COUNTTASK count the trees in the orchard",
  command: "printf 'trees-%s' 42",
  answer: "HELPER: forty-two trees",
  result: "The helper counted forty-two.",
} as const;

/** The arguments with which most agents start a helper. */
export const SUB_AGENT_INPUT = { description: "count trees", prompt: SUB_AGENT.task } as const;

/** The parent waits while its helper works, so that the answers come in order. */
export function inTurn(start: ScriptedCall, shell: (command: string) => ScriptedCall): Script {
  return [
    { parts: [{ call: start }] },
    { parts: [{ call: shell(SUB_AGENT.command) }] },
    reply(SUB_AGENT.answer),
    reply(SUB_AGENT.result),
  ];
}
