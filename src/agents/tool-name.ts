import type { NativeOrder } from "./agent.ts";

const LONGEST = 64;

/** A tool's name in the letters that model APIs take; what had to be replaced is a loss. */
export function toolName(name: string, order: NativeOrder): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST) || "unnamed";
  if (safe !== name) {
    const why = `the tool "${name}" is called "${safe}", because the receiver's API takes no other letters`;
    order.loss({ kind: "changed", where: `tool ${name}`, why });
  }
  return safe;
}
