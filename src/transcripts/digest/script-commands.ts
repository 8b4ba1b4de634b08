/** A command in a script that calls the tools of its agent, as Codex' tool `exec` takes it. */
// regex: every repetition is bounded
const COMMAND = /\bexec_command\(\s{0,9}\{\s{0,9}"?cmd"?:\s{0,9}("(?:[^"\\\n]|\\.){0,8000}")/g;
const MAX_SCRIPT = 64 * 1024;

/** The commands that a script runs, one after another; null for one that runs none. */
export function commandsInScript(script: string): string | null {
  const found = [...script.slice(0, MAX_SCRIPT).matchAll(COMMAND)];
  return found.length === 0 ? null : found.map(([, text = ""]) => textOf(text)).join("\n");
}

/** The text of a literal; empty for one that JSON writes otherwise. */
function textOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return "";
  }
}
