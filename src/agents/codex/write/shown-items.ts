import { pathToFileURL } from "node:url";
import type { StepCall } from "../../steps.ts";

/** A prompt as the program shows it. */
export function shownPrompt(id: string, text: string) {
  return { type: "UserMessage", id, content: [{ type: "text", text, text_elements: [] }] };
}

/** An answer as the program shows it. */
export function shownAnswer(id: string, text: string) {
  return { type: "AgentMessage", id, content: [{ type: "Text", text }] };
}

/** How long a call took is not known. */
const DURATION = { secs: 0, nanos: 0 };

/** A call with its result as the program shows it: a command as a command, any other tool under its own name. */
export function shownCall(call: StepCall, cwd: string) {
  const { name, arguments: input } = call;
  const isCommand = name === "exec_command" && typeof input.cmd === "string";
  return isCommand ? commandItem(call, `${input.cmd}`, cwd) : toolItem(call);
}

function commandItem({ id, arguments: input, result }: StepCall, command: string, cwd: string) {
  const folder =
    typeof input.workdir === "string" && input.workdir.startsWith("/") ? input.workdir : cwd;
  return {
    type: "CommandExecution",
    id,
    command: ["/bin/bash", "-lc", command],
    // A plain path is not understood: the program would not show the command at all.
    cwd: pathToFileURL(folder).href,
    parsed_cmd: [{ type: "unknown", cmd: command }],
    source: "unified_exec_startup",
    status: result.ok ? "completed" : "failed",
    aggregated_output: result.content,
    exit_code: result.ok ? 0 : 1,
    duration: DURATION,
  };
}

function toolItem({ id, name, arguments: input, result }: StepCall) {
  return {
    type: "DynamicToolCall",
    id,
    tool: name,
    arguments: input,
    status: result.ok ? "completed" : "failed",
    content_items: [{ type: "inputText", text: result.content }],
    success: result.ok,
    error: null,
    duration: DURATION,
  };
}
