import type { ItemBody } from "../build-items.ts";

const OPEN = "<user_shell_command>";

/** A command that the user ran with `!`, as a call with its result; null for a text of any other form. */
export function userCommandOf(text: string, call_id: string): ItemBody[] | null {
  if (!text.trimStart().startsWith(OPEN)) return null;
  const command = between(text, "<command>", text.indexOf("</command>"));
  const result = between(text, "<result>", text.lastIndexOf("</result>"));
  if (command === null || result === null) return null;
  const [, code = "0"] = /^Exit code: (-?\d{1,10})(?:\n|$)/.exec(result) ?? [];
  const ok = Number(code) === 0;
  const output = result.startsWith(HEAD) ? result.slice(HEAD.length) : outputIn(result);
  // Codex reports a failure in the text of an output alone.
  const content = ok
    ? output
    : [`Process exited with code ${code}`, output].filter(Boolean).join("\n");
  return [
    { kind: "tool_call", call_id, name: "exec_command", arguments: { cmd: command } },
    { kind: "tool_result", call_id, ok, content, attachments: [] },
  ];
}

const HEAD = "Output:\n";

/** What follows the lines about the run. */
function outputIn(result: string): string {
  const at = result.indexOf(`\n${HEAD}`);
  return at === -1 ? "" : result.slice(at + HEAD.length + 1);
}

function between(text: string, tag: string, end: number): string | null {
  const start = text.indexOf(tag);
  return start === -1 || end < start ? null : text.slice(start + tag.length, end).trim();
}
