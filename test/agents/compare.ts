/** Whether what one program sends contains what another had. */
import type { Driver } from "./drivers/driver.ts";
import { drivers } from "./drivers/drivers.ts";
import { SUB_AGENT } from "./drivers/scripts.ts";
import type { Expected } from "./expected.ts";
import type { SentItem } from "./sent/item.ts";

/** What may differ between the two. */
export interface Allowance {
  /** Is replaced by something else, at the same place. */
  readonly secret?: string | undefined;
  /** Folders that are called differently, each by all its names. */
  readonly folders: readonly (readonly string[])[];
}

/** Tools that mean the same under several names. */
const sameTools: readonly (readonly string[])[] = [
  Object.values(drivers).map(({ shell }) => shell("").name),
  ["Read", "read_file", "read", "view"],
  ["LS", "list_directory", "list", "ls", "tree", "list_dir"],
  ["Task", ...Object.values(drivers).flatMap(({ subAgent }) => subAgentTools(subAgent))],
];

function subAgentTools(script: Driver["subAgent"]): readonly string[] {
  if ("reason" in script) return [];
  const calls = script.flatMap(({ parts }) =>
    parts.flatMap((part) => ("call" in part ? [part.call] : [])),
  );
  return calls
    .filter((call) => JSON.stringify(call.arguments).includes(SUB_AGENT.task))
    .map(({ name }) => name);
}

/**
 * What is not there, or not in its order. Results are looked up by their call: where calls were made
 * together, results come in any order, but before the conversation goes on.
 */
export function missingItems(
  expected: readonly Expected[],
  sent: readonly SentItem[],
  allowance: Allowance,
): readonly Expected[] {
  const contains = textMatcher(allowance);
  const ids = new Map<string, { readonly id: string; readonly at: number }>();
  const missing: Expected[] = [];
  let next = 0;
  // Some programs send what their user said twice in a row as one message.
  let rest: SentItem | null = null;
  for (const item of expected) {
    if (item.kind === "result") {
      if (!hasResult(item.text, ids.get(item.id), sent, contains)) missing.push(item);
      continue;
    }
    if (item.kind !== "call" && isSameText(item, rest, contains)) {
      rest = textAfter(rest, item);
      continue;
    }
    const at = sent.findIndex((one, index) => index >= next && isSame(item, one, contains));
    if (at === -1) {
      missing.push(item);
      continue;
    }
    next = at + 1;
    const found = sent[at];
    rest = item.kind === "call" ? null : textAfter(found, item);
    if (item.kind === "call" && found?.kind === "call") ids.set(item.id, { id: found.id, at });
  }
  return missing;
}

type SpokenItem = Extract<Expected, { readonly text: string }>;

/** What is left of a user's message after a text; null where nothing can be. */
function textAfter(sent: SentItem | null | undefined, { text }: SpokenItem): SentItem | null {
  const at = sent?.kind === "user" ? sent.text.indexOf(text) : -1;
  if (sent?.kind !== "user" || at === -1) return null;
  return { ...sent, text: sent.text.slice(at + text.length) };
}

function isSameText(
  item: Exclude<Expected, { kind: "result" | "call" }>,
  rest: SentItem | null,
  contains: Matcher,
): boolean {
  return rest !== null && isSame(item, rest, contains);
}

type Matcher = (text: string, wanted: string) => boolean;

function textMatcher({ secret, folders }: Allowance): Matcher {
  const plain = (text: string): string =>
    folders
      .flatMap((names, index) => names.map((name) => [name, `<folder ${index}>`] as const))
      .reduce((changed, [name, replacement]) => changed.replaceAll(name, replacement), text);
  return (text, wanted) => {
    if (secret === undefined || !wanted.includes(secret))
      return plain(text).includes(plain(wanted));
    if (text.includes(secret)) return false;
    const pieces = plain(wanted).split(secret).map(escaped);
    return new RegExp(pieces.join("[^\\s]{1,80}"), "s").test(plain(text));
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function isSame(
  wanted: Exclude<Expected, { kind: "result" }>,
  sent: SentItem,
  contains: Matcher,
): boolean {
  if (wanted.kind === "call") {
    return (
      sent.kind === "call" &&
      isSameTool(wanted.name, sent.name) &&
      hasValues(wanted.arguments, sent.arguments, contains)
    );
  }
  if (sent.kind === "call" || sent.kind === "result") return false;
  // A summary is given as a user's or as the model's words, as a program likes.
  if (wanted.kind !== "summary" && wanted.kind !== sent.kind) return false;
  return contains(sent.text, wanted.text);
}

function isSameTool(one: string, other: string): boolean {
  return one === other || sameTools.some((names) => names.includes(one) && names.includes(other));
}

/** Arguments may have other names, but every value is there. */
function hasValues(wanted: unknown, sent: unknown, contains: Matcher): boolean {
  const there = leaves(sent);
  return leaves(wanted).every((value) => there.some((one) => contains(one, value)));
}

function leaves(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

function hasResult(
  wanted: string,
  call: { readonly id: string; readonly at: number } | undefined,
  sent: readonly SentItem[],
  contains: Matcher,
): boolean {
  if (call === undefined) return false;
  const rest = sent.slice(call.at + 1);
  const end = rest.findIndex(({ kind }) => kind === "assistant");
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .some((item) => item.kind === "result" && item.id === call.id && contains(item.text, wanted));
}
