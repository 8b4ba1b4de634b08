/**
 * What each program makes for every request: it is in no session, and a receiver makes its own. Texts have single
 * spaces here.
 */
import type { AgentName } from "../programs.ts";

/** By agent. */
export const contexts: Readonly<Record<AgentName, readonly RegExp[]>> = {
  // Instead of an answer that was interrupted.
  claude: [
    /^No response requested\.$/,
    /<total_tokens>\d+ tokens left<\/total_tokens>/g,
    // Before the report of a background task, which is in the session.
    /\[SYSTEM NOTIFICATION - NOT USER INPUT\].*? approval or consent\./,
  ],
  codex: [],
  gemini: [
    /<\/?state_snapshot>/g,
    /<session_context>.*?<\/session_context>/,
    // What it lets the model say after a summary.
    /^Got it\. Thanks for the additional context!$/,
  ],
  // Its own words before a summary, and instead of the result of an interrupted call.
  opencode: [/^What did we do so far\?$/, /^\[Tool execution was interrupted\]$/],
  // Instead of the result of a call that was interrupted.
  pi: [/^No result provided$/],
  qwen: [
    // What it begins every session with: where and when it works, and what it can do.
    /^This is the Qwen Code\. We are setting up the context for our chat\..*$/,
    /^The following skills are available for use with the Skill tool\..*$/,
    /^The following tools are reachable through `tool_search` and `tool_call`\..*$/,
    /^The current date is: .* This is the authoritative current date .*$/,
    /^\d+ background agents? (?:was|were) restored from this session\..*$/,
    // What it lets the model say after a summary, and instead of the result of a call that was interrupted.
    /^Got it\. Thanks for the additional context!$/,
    /^Tool execution result was not recorded .*$/,
  ],
  goose: [
    // What it adds to every request: the time, the folder, and its list of tasks.
    /<info-msg>[\s\S]*?<\/info-msg>/g,
    // What it lets the model say after a summary.
    /^Your context was compacted\. .*$/,
  ],
  kimi: [
    // Before a result, and instead of one.
    /^Wall time: [\d.]+ seconds/,
    /<system>ERROR: Tool execution failed\.<\/system>/,
    // Around a summary.
    /^The conversation so far has been compacted to free up context\. .*? already addressed\./,
    /## Context Recovery.*$/,
    /Context compaction is complete — continue the work that was in progress when it began\./,
  ],
  // What it adds to a prompt, and does not keep.
  kilo: [/<environment_details>[\s\S]*?<\/environment_details>/g],
  copilot: [
    /<current_datetime>[^<]*<\/current_datetime>/g,
    // Around a summary, and what the user had said before it.
    /^Some of the conversation history has been summarized .*? Here were the user messages:/,
    /<\/?(?:user_message|summary)>/g,
    /Here is a summary of the prior context:/,
    // Instead of the result of a call that was interrupted.
    /^The execution of this tool, or a previous tool was interrupted\.$/,
  ],
};
