import { declareKinds, kindsOf } from "../record-kinds.ts";

/**
 * Every kind of record that Claude Code is known to write: the type, with the subtype of `system` records and
 * the type of attachments behind it. One that is not here counts as missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user, results of tools, and context that the program adds in a user's place",
    assistant: "answers of the model: text, thinking, calls",
    "attachment/queued_command": "words that were typed while the agent worked",
    ...kindsOf(
      "a file or lines that the user opened or selected in an editor",
      "attachment/opened_file_in_ide attachment/selected_lines_in_ide",
    ),
    "attachment/teammate_mailbox": "messages of teammates",
    "queue-operation": "words that wait to be delivered, and their delivery",
    "system/compact_boundary": "a compaction",
  },
  context: {
    "attachment/agent_listing_delta": "agents that can be started",
    "attachment/command_permissions": "tools that a command may use",
    "attachment/compact_file_reference": "names of files that a compaction left out",
    "attachment/date": "the date",
    "attachment/deferred_tools_delta": "tools that can be loaded",
    "attachment/edited_text_file": "a file that changed while the session ran",
    "attachment/environment": "facts about the machine and the folder",
    "attachment/file": "a file that the program reads for the model",
    "attachment/hook_additional_context": "text that a hook adds",
    "attachment/hook_non_blocking_error": "a hook that failed",
    "attachment/hook_success": "output of a hook",
    "attachment/hook_system_message": "a message of a hook to the user",
    "attachment/mcp_instructions_delta": "instructions of servers",
    "attachment/model": "the name of the model",
    "attachment/nested_memory": "instructions of a folder",
    "attachment/prompt_snapshot": "the system prompt",
    "attachment/remote_session_change": "where the session runs",
    "attachment/session_context": "facts about the session",
    "attachment/skill_listing": "skills that can be used",
    "attachment/task_reminder": "a reminder of the task list",
    system: "notices of the program",
    "system/away_summary": "a summary for a user who comes back",
    ...kindsOf("notices of the program", "system/informational system/local_command"),
  },
  internal: {
    ...kindsOf(
      "copies of requests and their sizes",
      "api-request api-request-blob api-request-shape",
    ),
    ...kindsOf(
      "how the session is shown and listed",
      "ai-title custom-title agent-name summary tag",
    ),
    ...kindsOf("where the session runs", "worktree-state relocated bridge-session frame-link"),
    ...kindsOf("settings of the session", "mode permission-mode agent-setting atis-latch"),
    ...kindsOf("counts and durations", "cost-state tools-used system/turn_duration"),
    "agent-meta": "what a sub-agent is",
    "content-replacement": "results that the program keeps in files of their own",
    "file-history-snapshot": "copies of files for undoing changes",
    "last-prompt": "the newest words of the user, for the list of sessions",
    "pr-link": "the address of a pull request",
    progress: "progress of a running tool",
    "system/api_error": "a request that failed",
    "system/microcompact_boundary": "older results that were left out of requests",
    "system/stop_hook_summary": "which hooks ran at the end of a turn",
  },
});

const TYPES: ReadonlySet<string> = new Set(
  kinds.list().map(({ kind }) => kind.split("/", 1)[0] ?? kind),
);

/** Whether Claude Code writes records of a type, whatever their finer kind. */
export function isKnownType(type: string): boolean {
  return TYPES.has(type);
}
