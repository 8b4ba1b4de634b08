/** What a model reads of a responsibility: one text within a budget of tokens. */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { pathFault } from "../../base/paths.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { removeHiddenText } from "../../base/text/invisible.ts";
import type { TokenBudget } from "../files/fit.ts";
import { verbatimOf } from "../files/outline.ts";
import { buildPrompt } from "../mandates/build-files.ts";
import type { PromptFile, Snapshot } from "../mandates/mandate.ts";
import { type SharedFile, sectionsOf } from "../mandates/shares.ts";
import { PACKS } from "../pack/pack.ts";
import { EVENTS } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import { composeText, PRECEDENCE } from "./compose-text.ts";
import { filesForTask } from "./files-for-task.ts";
import { linksOf } from "./links.ts";
import { describeParties } from "./who-is-who.ts";

/** What a model reads, as it is shown. */
export const loadedSchema = () =>
  z.object({
    text: z.string(),
    tokens: z.number(),
    budget: z.number(),
    /** What each part of the text has of the budget. */
    sections: z.array(z.object({ name: z.string(), tokens: z.number(), budget: z.number() })),
    /** Files that the text names, with what they answer. */
    files: z.array(z.object({ path: z.string(), answers: z.string(), loaded: z.boolean() })),
    /** Links that lead to no file which may be loaded, or to one that does not fit. */
    skipped: z.array(z.object({ link: z.string(), reason: z.string() })),
  });

/** What a model reads. */
export type Loaded = z.infer<ReturnType<typeof loadedSchema>>;

/** Which files are loaded besides the four. */
export interface LoadChoice {
  /** Whole files, by path. */
  readonly with: readonly string[];
  /** The text of a task, whose words choose files. */
  readonly task: string | null;
  /** Every file that the text links to, as far as the budget goes. */
  readonly withLinks: boolean;
  /** Headings that are given elsewhere. */
  readonly without?: readonly string[];
}

/** The largest share of a budget that files chosen by a task may have. */
const TASK_SHARE = 0.25;
/** The largest share of a budget that files chosen by name may have. */
const NAMED_SHARE = 0.5;

/** Puts together what a model reads of a responsibility, within the budget of its snapshot. */
export function loadText(snapshot: Snapshot, choice: LoadChoice): Loaded {
  const { files, budget, at } = snapshot;
  const named = namedParts(files, choice.with, budget);
  const chosen = taskParts(files, choice, {
    ...budget,
    tokens: Math.floor((budget.tokens - tokensOf(named)) * TASK_SHARE),
  });
  const first = [...named, ...chosen];
  const today = `${describeDay(at)}\n`;
  const people = describeParties(snapshot);
  const added = budget.count([today, PRECEDENCE, ...people].join("\n"));
  const tokens = budget.tokens - tokensOf(first) - added;
  const { task } = choice;
  const prompt = buildPrompt(
    { ...snapshot, budget: { ...budget, tokens } },
    { insights: null, notes: [], task },
  );
  const text = composeText({ prompt, people, without: choice.without ?? [] });
  return finishText(snapshot, { own: `${today}\n${text}`, prompt, first }, choice);
}

/** Adds the files to the text of the role. */
function finishText(
  { files, budget }: Snapshot,
  {
    own,
    prompt,
    first,
  }: {
    readonly own: string;
    readonly prompt: ReadonlyMap<PromptFile, SharedFile>;
    readonly first: readonly LoadedPart[];
  },
  choice: LoadChoice,
): Loaded {
  const links = [...new Set(linksOf(own))];
  const left = budget.tokens - tokensOf(first) - budget.count(own);
  const { parts: linked, skipped } = choice.withLinks
    ? linkedParts(
        files,
        links.filter((link) => !first.some(({ path }) => path === link)),
        {
          ...budget,
          tokens: left,
        },
      )
    : { parts: [], skipped: links.flatMap((link) => linkFault(files, link) ?? []) };
  const parts = [...first, ...linked];
  const { text } = removeHiddenText([own, ...parts.map((part) => part.text)].join("\n"));
  const tokens = budget.count(text);
  requireFit(tokens, budget.tokens);
  return {
    text,
    tokens,
    budget: budget.tokens,
    sections: [
      ...sectionsOf(prompt),
      ...parts.map(({ path, tokens: size }) => ({ name: path, tokens: size, budget: size })),
    ],
    files: listedFiles(files, links, parts),
    skipped: [...skipped],
  };
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function describeDay(at: string): string {
  return `Today is ${weekdays[new Date(at).getUTCDay()]}, ${at.slice(0, 10)}.`;
}

/** A file in the text. */
interface LoadedPart {
  readonly path: string;
  readonly text: string;
  readonly tokens: number;
}

function partOf(files: ResponsibilityFiles, path: string, { count }: TokenBudget): LoadedPart {
  const content = files.read(path) ?? "";
  const body = path.endsWith(".md") ? verbatimOf(content, 2).text : content.trim();
  const text = `# File ${path}\n\n${body}\n`;
  return { path, text, tokens: count(`${text}\n`) };
}

function tokensOf(parts: readonly LoadedPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Files that were asked for by name: each as a whole, or an error. */
function namedParts(
  files: ResponsibilityFiles,
  paths: readonly string[],
  budget: TokenBudget,
): readonly LoadedPart[] {
  const parts = [...new Set(paths)].map((path) => {
    const fault = linkFault(files, path);
    if (fault === null) return partOf(files, path, budget);
    throw new HoldallError("E_NOT_FOUND", `Cannot load "${path}": ${reasons[fault.reason]}`, {
      cure: "name a file of the responsibility, by its path below its folder",
    });
  });
  const total = tokensOf(parts);
  const most = Math.floor(budget.tokens * NAMED_SHARE);
  if (total <= most) return parts;
  const sizes = parts.map(({ path, tokens }) => `${path} has ${formatNumber(tokens)} tokens`);
  throw new HoldallError(
    "E_TOO_LARGE",
    `Cannot load files of more than ${formatNumber(most)} tokens within ${formatNumber(budget.tokens)}: ${sizes.join(", ")}`,
    { cure: `add --budget ${Math.ceil(total / NAMED_SHARE)}, or read the file where it lies` },
  );
}

/** Files whose words are those of the task, the nearest first. */
function taskParts(
  files: ResponsibilityFiles,
  { task, with: named }: LoadChoice,
  budget: TokenBudget,
): readonly LoadedPart[] {
  if (task === null) return [];
  let left = budget.tokens;
  return filesForTask(files, task)
    .filter((path) => !named.includes(path) && linkFault(files, path) === null)
    .flatMap((path) => {
      const part = partOf(files, path, budget);
      if (part.tokens > left) return [];
      left -= part.tokens;
      return [part];
    });
}

/** Every linked file that fits as a whole. */
function linkedParts(
  files: ResponsibilityFiles,
  links: readonly string[],
  budget: TokenBudget,
): { readonly parts: readonly LoadedPart[]; readonly skipped: readonly SkippedLink[] } {
  const parts: LoadedPart[] = [];
  const skipped: SkippedLink[] = [];
  let left = budget.tokens;
  for (const link of links) {
    const fault = linkFault(files, link);
    const part = fault === null ? partOf(files, link, budget) : null;
    if (fault !== null) skipped.push(fault);
    else if (part !== null && part.tokens > left) skipped.push({ link, reason: "over_budget" });
    else if (part !== null) {
      parts.push(part);
      left -= part.tokens;
    }
  }
  return { parts, skipped };
}

const MAX_LINKED_BYTES = 256 * 1024;

const reasons = {
  outside: "it is not in the folder of the responsibility",
  pack: "only a brief of a pack goes into a prompt",
  memory: "the memory is never loaded completely",
  missing: "there is no such file",
  too_large: "it has more than 256 KiB",
  over_budget: "it does not fit into the budget",
} as const;

/** A link that was not followed. */
interface SkippedLink {
  readonly link: string;
  readonly reason: keyof typeof reasons;
}

function linkFault(files: ResponsibilityFiles, link: string): SkippedLink | null {
  const reason = faultOf(files, link);
  return reason === null ? null : { link, reason };
}

function faultOf(files: ResponsibilityFiles, link: string): keyof typeof reasons | null {
  if (pathFault(link) !== null) return "outside";
  if (link.startsWith(`${PACKS}/`)) return "pack"; // Only a brief of it goes into a prompt.
  if (link === EVENTS) return "memory";
  const stat = files.stat(link);
  if (stat === null) return "missing";
  return stat.size > MAX_LINKED_BYTES ? "too_large" : null;
}

function listedFiles(
  files: ResponsibilityFiles,
  links: readonly string[],
  parts: readonly LoadedPart[],
): Loaded["files"] {
  const paths = [...new Set([...links, ...parts.map(({ path }) => path)])];
  return paths
    .filter((path) => pathFault(path) === null && files.stat(path) !== null)
    .map((path) => ({
      path,
      answers: path.endsWith(".md")
        ? files.derive(path, "answers", (text) => verbatimOf(text, 2).title ?? path)
        : path,
      loaded: parts.some((part) => part.path === path),
    }));
}

/** What a person wrote and may not be shortened can be more than a small budget. */
function requireFit(tokens: number, budget: number): void {
  if (tokens <= budget) return;
  throw new HoldallError(
    "E_TOO_LARGE",
    `Cannot load within ${formatNumber(budget)} tokens: kernel, guardrails and the shortest lists have ${formatNumber(tokens)}`,
    { cure: `add --budget ${tokens}, or shorten "guardrails.md" and "kernel.md"` },
  );
}
