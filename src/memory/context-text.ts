/**
 * A context from memory as a model reads it: rules, what was found with its source, and an index. Everything in it was
 * written by others, so that it is quoted.
 */

import { quoteContext } from "../model/quoted-context.ts";

/** The part of the output of `memory context` that a model reads. */
interface ContextOutput {
  readonly index: string;
  readonly invariants: readonly string[];
  readonly packet: string | null;
  readonly hits: readonly Hit[];
}

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly node_id?: string | null;
  readonly content: string;
}

/** What a model reads of a context. */
export function contextText(output: unknown): string {
  // The operation's schema has just produced it.
  const { index, invariants, packet, hits } = output as ContextOutput;
  const sections = [
    ["Invariants", invariants.map((text) => `- ${text}`)],
    ["Found", hits.map(foundLine)],
    ["Index of the units", index === "" ? [] : [index.trimEnd()]],
  ] as const;
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [`## ${title}`, ...lines].join("\n"))
    .join("\n\n");
  const own = text === "" ? "Memory contains nothing about this" : quoteContext(text);
  return packet === null ? own : `${packet}\n\n${own}`;
}

/** A hit as it is shown, with where it is from. */
export function foundLine(hit: Hit): string {
  return `- ${nameOf(hit)}: ${hit.content}`;
}

const MAX_ID = 12;

/** A unit by its node or the beginning of its id, anything else with its kind. */
function nameOf({ kind, id, node_id }: Hit): string {
  const short = id.slice(0, MAX_ID);
  return kind === "unit" ? (node_id ?? short) : `${kind} ${short}`;
}
