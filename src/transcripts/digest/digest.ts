import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../tool-names.ts";
import { errorLineOf, type FactKind, indicatesFailure, kindOfStatement } from "./cues.ts";
import { type PlanStep, planStepsOf } from "./plan-steps.ts";
import { countWords, rarityOf } from "./rarity.ts";
import { sentencesOf } from "./sentences.ts";

/** What a transcript says that work depends on; in the words of the transcript. */
export interface Fact {
  readonly kind: FactKind | "todo" | "command" | "failure" | "file" | "last_step" | "request";
  readonly text: string;
  /** How much it would be missed, from 0 to 1; recency is counted apart. */
  readonly weight: number;
  /** Where it was said, counted over the items that were seen: later is newer. */
  readonly at: number;
  /** The item that says so. */
  readonly item_id: string;
}

/** What is remembered of a transcript while its items go by. */
export interface Digest {
  readonly tools: ToolTable;
  readonly facts: Map<string, Fact>;
  /** Keys of facts that are only true of the present, by their kind. */
  readonly current: Map<Fact["kind"], string[]>;
  /** Files that were written or changed, oldest first. */
  readonly files: Set<string>;
  /** Calls that still wait for their result. */
  readonly calls: Map<string, ToolCall>;
  /** How often each word was said, counted once a statement. */
  readonly words: Map<string, number>;
  /** Items seen so far. */
  at: number;
}

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

/** Facts held at once; beyond it the least weighty go. */
const MAX_FACTS = 4000;
const MAX_CALLS = 256;
const MAX_COMMAND = 400;
const MAX_STATEMENT = 600;

const WEIGHTS = {
  decision: 0.9,
  rejection: 0.9,
  constraint: 0.85,
  next: 0.8,
  fact: 0.35,
} as const satisfies Record<FactKind, number>;

/** A digest of nothing yet; `tools` says what the agent's tools do. */
export function createDigest(tools: ToolTable): Digest {
  const [facts, present, calls, words] = [new Map(), new Map(), new Map(), new Map()];
  return { tools, facts, current: present, files: new Set(), calls, words, at: 0 };
}

/** Remembers of one item what work depends on; only the path in force counts. */
export function digestItem(digest: Digest, item: TranscriptItem): void {
  if (item.thread !== null || item.branch !== null) return;
  digest.at++;
  switch (item.kind) {
    case "message":
      digestMessage(digest, item);
      break;
    case "tool_call":
      digestCall(digest, item);
      break;
    case "tool_result":
      digestResult(digest, item);
      break;
    case "file_change":
      digest.files.add(item.path);
      break;
    case "compaction":
      digestStatements(digest, item, item.summary ?? "", 0.8);
      break;
    default: // Says nothing about the work.
  }
}

/**
 * Oldest first; the same thing said twice is there once, at its last place. What is said in words that
 * come again and again weighs half as much: it can be guessed from the rest.
 */
export function factsOf({ facts, words }: Digest): readonly Fact[] {
  return [...facts.values()].map((fact) => ({
    ...fact,
    weight: fact.weight * (0.5 + 0.5 * rarityOf(words, fact.text)),
  }));
}

function addFact(
  digest: Digest,
  item: TranscriptItem,
  fact: Pick<Fact, "kind" | "text" | "weight">,
): void {
  if (fact.text.trim() === "") return;
  countWords(digest.words, fact.text);
  const key = keyOf(fact);
  digest.facts.delete(key); // Said again, it counts from now.
  digest.facts.set(key, { ...fact, at: digest.at, item_id: item.id });
  if (CURRENT_KINDS.has(fact.kind)) {
    const keys = digest.current.get(fact.kind);
    if (keys === undefined) digest.current.set(fact.kind, [key]);
    else keys.push(key);
  }
  if (digest.facts.size > MAX_FACTS) dropLightest(digest.facts);
}

function keyOf({ kind, text }: Pick<Fact, "kind" | "text">): string {
  return `${kind}\0${text.toLowerCase().replace(/\s+/g, " ")}`;
}

/** Of what is only true of the present, the last one counts. */
const CURRENT_KINDS: ReadonlySet<Fact["kind"]> = new Set(["request", "last_step", "todo"]);

function dropFacts({ facts, current: present }: Digest, kind: Fact["kind"]): void {
  for (const key of present.get(kind) ?? []) facts.delete(key);
  present.delete(kind);
}

function digestMessage(digest: Digest, item: Extract<TranscriptItem, { kind: "message" }>): void {
  const isUser = item.role === "user";
  // The person's word weighs more than what the agent says about its own work.
  digestStatements(digest, item, item.text, isUser ? 1 : 0.7);
  const text = item.text.trim().slice(0, MAX_STATEMENT);
  if (text === "") return;
  const kind = isUser ? "request" : "last_step";
  dropFacts(digest, kind);
  addFact(digest, item, { kind, text, weight: 1 });
}

function digestStatements(digest: Digest, item: TranscriptItem, text: string, share: number): void {
  for (const sentence of sentencesOf(text)) {
    const kind = kindOfStatement(sentence);
    if (kind === null) continue;
    addFact(digest, item, { kind, text: sentence, weight: WEIGHTS[kind] * share });
  }
}

function digestCall(digest: Digest, item: ToolCall): void {
  const { tools, calls, files } = digest;
  calls.set(item.call_id, item);
  if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value ?? "");
  const kind = toolKindOf(item.name, tools);
  const path = argumentOf(item, "path", tools);
  if (kind === "plan") digestPlan(digest, item, planStepsOf(item.arguments));
  else if (kind === "shell") {
    addFact(digest, item, { kind: "command", text: commandOf(item, tools), weight: 0.65 });
  } else if (typeof path === "string") {
    const isChange = kind === "write" || kind === "edit";
    if (isChange) files.add(path);
    addFact(digest, item, { kind: "file", text: path, weight: isChange ? 0.75 : 0.3 });
  }
}

/** A plan replaces the one before it. */
function digestPlan(digest: Digest, item: ToolCall, steps: readonly PlanStep[]): void {
  if (steps.length > 0) dropFacts(digest, "todo");
  for (const { text, done } of steps) {
    const words = done ? `done: ${text}` : text;
    addFact(digest, item, { kind: "todo", text: words, weight: done ? 0.4 : 0.95 });
  }
}

function digestResult(
  digest: Digest,
  item: Extract<TranscriptItem, { kind: "tool_result" }>,
): void {
  const { calls, tools, facts } = digest;
  const call = calls.get(item.call_id);
  calls.delete(item.call_id);
  if (call === undefined || (item.ok && !indicatesFailure(item.content))) return;
  const error = errorLineOf(item.content);
  if (error === null) return;
  const isShell = toolKindOf(call.name, tools) === "shell";
  const tried = isShell ? commandOf(call, tools) : call.name;
  if (isShell) facts.delete(keyOf({ kind: "command", text: tried })); // Its failure names it.
  addFact(digest, item, { kind: "failure", text: `${tried} -> ${error}`, weight: 0.85 });
}

function commandOf(call: ToolCall, tools: ToolTable): string {
  const command = argumentOf(call, "command", tools);
  const text = Array.isArray(command) ? command.join(" ") : String(command ?? "");
  return text.slice(0, MAX_COMMAND);
}

/** A tenth goes at once, so that a long session is not sorted again for every fact. */
function dropLightest(facts: Map<string, Fact>): void {
  const entries = [...facts].sort(([, left], [, right]) => left.weight - right.weight);
  for (const [key] of entries.slice(0, MAX_FACTS / 10)) facts.delete(key);
}
