import type { NativeTool } from "../agents/agent.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import type { ToolKind, TranscriptItem } from "../model/transcript.ts";

/** The tools that several agents have, as one of them spells them. */
export type ToolTable = readonly (readonly [ToolKind, NativeTool])[];

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

/** The kind of a tool by an agent's name for it; null for a tool of its own. */
export function toolKindOf(name: string, table: ToolTable): ToolKind | null {
  return table.find(([, spelling]) => spelling.name === name)?.[0] ?? null;
}

/** An argument of a call under our name for it; undefined when it is not there. */
export function argumentOf(call: ToolCall, ours: string, table: ToolTable): unknown {
  const spelling = table.find(([, { name }]) => name === call.name)?.[1];
  if (spelling === undefined || typeof call.arguments === "string") return undefined;
  for (const [theirs, name] of Object.entries(spelling.arguments)) {
    if (name === ours && Object.hasOwn(call.arguments, theirs)) return call.arguments[theirs];
  }
  return undefined;
}

/**
 * A call as another agent would have written it: its name and the names of its arguments where both
 * have the tool; every value stays, and a tool the other does not have keeps its name.
 */
export function translateCall(call: ToolCall, from: ToolTable, to: ToolTable): ToolCall {
  // The same agent still knows the older names of its tools.
  if (from === to) return call;
  const source = from.find(([, { name }]) => name === call.name);
  const target = source && to.find(([kind]) => kind === source[0]);
  if (source === undefined || target === undefined) return call;
  const [, spelling] = target;
  if (typeof call.arguments === "string") return { ...call, name: spelling.name };
  const keys = new Map(Object.entries(spelling.arguments).map(([theirs, ours]) => [ours, theirs]));
  const renamed = Object.entries(call.arguments).map(([key, value]) => {
    const ours = source[1].arguments[key];
    const name = ours === undefined ? key : (keys.get(ours) ?? key);
    return [name, ours === "command" ? commandText(value) : value] as const;
  });
  return { ...call, name: spelling.name, arguments: Object.fromEntries(renamed) };
}

/** Some agents give a shell command as a list of words; the shell's own wrapping says nothing. */
function commandText(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return value;
  const args: readonly string[] = value;
  const [shell = "", flag = "", script = ""] = args;
  if (args.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag)) {
    return script;
  }
  return args.map(quoteForShell).join(" ");
}
