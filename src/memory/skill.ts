/**
 * Skills: units with commands. They are plain Markdown with marked code blocks, so that any program
 * can show them; the digest of the commands is what a person approves, and a changed command has
 * another digest.
 */

import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";

/** Instructions with commands: guards to check first, and steps to run. */
export interface Skill {
  readonly title: string;
  /** When and how to use it. */
  readonly content: string;
  /** Commands that must succeed before the first step. */
  readonly guards: readonly string[];
  readonly steps: readonly string[];
}

/** The tag of skills. */
export const SKILL_TAG = "skill";

/** The node of a skill: the same title is the same node. */
export function skillNode(title: string): string {
  return `skill:${sha256(title.trim().toLowerCase()).slice(0, 16)}`;
}

/** A skill as the content of a unit. It is Markdown, so that every program can read it. */
export function renderSkill({ title, content, guards, steps }: Skill): string {
  const parts = [
    `# ${title.trim()}`,
    content.trim(),
    ...(guards.length === 0 ? [] : ["## Guards", ...guards.map((each) => fenced("guard", each))]),
    ...(steps.length === 0 ? [] : ["## Steps", ...steps.map((each) => fenced("step", each))]),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function fenced(kind: "guard" | "step", command: string): string {
  const runs = command.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}sh ${kind}\n${command}\n${fence}`;
}

/** Reads the content of a unit as a skill: its commands are the blocks marked `sh guard` and `sh step`. */
export function readSkill(text: string): Skill {
  const [, title = "", content = ""] = /^# (.*)\n*([\s\S]*)$/.exec(text) ?? ["", "", text];
  const commands = commandsIn(text.split("\n"));
  const of = (wanted: string) =>
    commands.filter(({ kind }) => kind === wanted).map(({ command }) => command);
  const prose = content.split(/^## (?:Guards|Steps)$/m)[0] ?? "";
  return { title: title.trim(), content: prose.trim(), guards: of("guard"), steps: of("step") };
}

const FENCE_START = /^(`{3,})sh (guard|step)$/;

/** The fenced blocks that are marked as commands. One that nothing closes is none. */
function commandsIn(lines: readonly string[]): { kind: string; command: string }[] {
  // The last position of each fence, so that searching for a missing end costs nothing.
  const lastAt = new Map<string, number>();
  for (const [at, line] of lines.entries()) if (line.startsWith("```")) lastAt.set(line, at);
  const commands: { kind: string; command: string }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, fence = "", kind = ""] = FENCE_START.exec(lines[at] ?? "") ?? [];
    if (fence === "" || (lastAt.get(fence) ?? -1) < at + 2) continue;
    const end = lines.indexOf(fence, at + 2);
    commands.push({ kind, command: lines.slice(at + 1, end).join("\n") });
    at = end;
  }
  return commands;
}

/** A digest of the commands of a skill: whoever knows it has seen exactly these. */
export function skillDigest({ guards, steps }: Pick<Skill, "guards" | "steps">): string {
  return sha256(canonicalJson({ guards: [...guards], steps: [...steps] })).slice(0, 12);
}
