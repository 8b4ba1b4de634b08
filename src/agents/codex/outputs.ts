import { isObject } from "../../base/json/value.ts";
import { textsOf } from "./content.ts";

/** The text of a tool's output in the forms that versions give it. */
export function outputOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return textsOf(output).join("\n");
  if (!isObject(output)) return "";
  return typeof output.content === "string" ? output.content : textsOf(output.content).join("\n");
}

// A failure is reported in the text alone: at the head of it, before the command's own output.
const EXIT = /(?:^|\n)(?:Process exited with code|Exit code:?) (-?\d+)(?:\n|$)/;
const HEAD_LENGTH = 400;
const REFUSED = /^(?:unsupported call|failed |error:|execution error|exec_command failed|Error)/i;

/** Whether an output reports a failure. */
export function hasFailed(output: unknown, text: string): boolean {
  if (isObject(output) && typeof output.success === "boolean") return !output.success;
  const code = EXIT.exec(text.slice(0, HEAD_LENGTH))?.[1] ?? wrappedCode(text);
  return code === undefined ? REFUSED.test(text) : Number(code) !== 0;
}

/** Old versions wrap output and exit code in JSON. */
function wrappedCode(text: string): string | undefined {
  if (!text.startsWith('{"output":')) return undefined;
  // regex: it sees at most HEAD_LENGTH characters.
  return /"exit_code":(-?\d+)[^"]*(?:,"duration_seconds":[\d.]+)?\}\}$/.exec(
    text.slice(-HEAD_LENGTH),
  )?.[1];
}
