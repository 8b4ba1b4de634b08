import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { findObjects, MAX_SEARCHED } from "../../base/json/find-objects.ts";
import { isObject } from "../../base/json/value.ts";
import { oneLine } from "../../base/text/one-line.ts";
import { excerpt } from "../../base/text/text.ts";
import type { Fact } from "../../transcripts/digest/facts.ts";
import { type Doubt, doubtAbout, namesIn } from "./evidence.ts";
import { distilledKinds } from "./prompt.ts";
import type { ShownItem } from "./shown-items.ts";

/** What the model was shown; an answer is checked against it. */
export interface ShownContext {
  readonly items: readonly ShownItem[];
  /** Its `f1` is the first. */
  readonly facts: readonly Fact[];
}

/** An entry that a model proposes. */
export interface Proposal {
  readonly kind: (typeof distilledKinds)[number];
  readonly text: string;
  readonly item: ShownItem;
  /** Why it can only be a hypothesis; null when the item bears it out. */
  readonly doubt: Doubt | null;
  /** The fact that it may replace. */
  readonly rewords: Fact | null;
}

/** An entry that is not even offered to the gate, and why. */
export interface Refusal {
  readonly text: string;
  readonly item: number | null;
  readonly reason: "invalid" | "too_many" | "unquoted" | "unknown_item" | "unknown_fact";
}

const MAX_ENTRIES = 100;
const BINDING: ReadonlySet<string> = new Set(["decision", "rejection", "constraint"]);

const answerSchema = z.object({ entries: z.array(z.unknown()) });
const entrySchema = z.object({
  kind: z.enum(distilledKinds),
  text: z.string().max(1_000).transform(oneLine).pipe(z.string().min(1)),
  item: z.int(),
  quote: z.string().max(4_000).nullish(),
  rewords: z.string().max(20).nullish(),
});

/** Reads what a model answered, entry by entry; an answer without entries is `E_ANSWER`. */
export function readAnswer(
  { text, model }: { readonly text: string; readonly model: string },
  shown: ShownContext,
): readonly (Proposal | Refusal)[] {
  const unusable = (state: string) =>
    new HoldallError("E_ANSWER", `Cannot use what "${excerpt(model)}" answered: ${state}`, {
      cure: "try again, or leave the model out",
    });
  if (text.length > MAX_SEARCHED) throw unusable(`it has more than ${MAX_SEARCHED} characters`);
  for (const object of findObjects(text)) {
    const answer = answerSchema.safeParse(object);
    if (!answer.success) continue;
    const { entries } = answer.data;
    const read = entries.slice(0, MAX_ENTRIES).map((entry) => readEntry(entry, shown));
    const more = entries.length - read.length;
    if (more === 0) return read;
    return [...read, { text: `${more} more`, item: null, reason: "too_many" }];
  }
  throw unusable(text.trim() === "" ? "it is empty" : "there is no list of entries in it");
}

/** Whether the model's entry was refused before the gate. */
export function isRefusal(entry: Proposal | Refusal): entry is Refusal {
  return "reason" in entry;
}

function readEntry(value: unknown, shown: ShownContext): Proposal | Refusal {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) return { text: previewOf(value), item: null, reason: "invalid" };
  const { kind, text, item: number, quote, rewords } = parsed.data;
  const refused = (reason: Refusal["reason"]): Refusal => ({ text, item: number, reason });
  if (!quote?.trim()) return refused("unquoted");
  const item = shown.items.find((each) => each.number === number);
  if (item === undefined) return refused("unknown_item");
  const fact = rewords ? factNamed(shown.facts, rewords) : null;
  if (fact === undefined) return refused("unknown_fact");
  const doubt = doubtAbout({ text, quote, binds: BINDING.has(kind) }, item);
  const isReplacement = fact !== null && doubt === null && canReplace(fact, text, item);
  return { kind, text, item, doubt, rewords: isReplacement ? fact : null };
}

/** Enough of an entry to find it again; one that has no text is not looked at, however deep it goes. */
function previewOf(value: unknown): string {
  return isObject(value) && typeof value.text === "string" ? excerpt(value.text) : "";
}

function factNamed(facts: readonly Fact[], name: string): Fact | undefined {
  return /^f[1-9]\d*$/.test(name) ? facts[Number(name.slice(1)) - 1] : undefined;
}

/**
 * Another wording of the same item that loses no name. What cannot replace a fact joins it: one that several
 * items state would lose what the others say.
 */
function canReplace(fact: Fact, text: string, item: ShownItem): boolean {
  const names = new Set(namesIn(text));
  const isAlone = fact.item_ids.length === 1 && fact.item_ids[0] === item.item_id;
  return isAlone && namesIn(fact.text).every((name) => names.has(name));
}
