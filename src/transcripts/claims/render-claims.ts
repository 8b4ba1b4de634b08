import { cite } from "../cite.ts";
import { quotes, toPageText } from "../digest/repeats.ts";
import type { ItemNumbers } from "../item-numbers.ts";
import type { Claim } from "./claim.ts";

/** Where claims are shown. */
interface ClaimSpace {
  readonly maxBytes: number;
  /** The numbers that they cite. */
  readonly numbers: ItemNumbers;
  /** What is said before them: none of them repeats that. */
  readonly above: readonly string[];
}

/** Claims as a part of a page. */
export interface ShownClaims {
  /** Empty when there is none. */
  readonly text: string;
  readonly claims: readonly Claim[];
}

const HEAD =
  "What the session bears out, in its own words (each line was checked against its item and what came later):";
/** The parts in the order in which they are shown, and which claims belong to them. */
const PARTS: readonly (readonly [heading: string, contains: (claim: Claim) => boolean])[] = [
  ["In force:", (claim) => binds(claim) && !isOpen(claim)],
  ["Known or done:", (claim) => !binds(claim) && !isOpen(claim)],
  ["Open and next, as whoever wrote this down sees it:", isOpen],
];
const HEADINGS_BYTES = Buffer.byteLength([HEAD, ...PARTS.map(([heading]) => heading)].join("\n"));

/** Claims that fit, in the order in which they were written, each with its citation; none says the same as another. */
export function renderClaims(
  claims: readonly Claim[],
  { maxBytes, numbers, above }: ClaimSpace,
): ShownClaims {
  const shown: Claim[] = [];
  const others = above.map(toPageText);
  const lineOf = (claim: Claim) => {
    const { text, at, citation, isTyped = false } = claim;
    // What binds is always the person's, or confirmed by them.
    const by = isTyped && !binds(claim) ? "the user: " : "";
    return `- ${cite(numbers, { item_id: citation.item, at })} ${by}${text}`;
  };
  let left = maxBytes - HEADINGS_BYTES;
  for (const claim of claims) {
    const own = toPageText(claim.text);
    const cost = Buffer.byteLength(lineOf(claim)) + 1;
    if (cost > left || others.some((other) => quotes(own, other))) continue;
    left -= cost;
    others.push(own);
    shown.push(claim);
  }
  if (shown.length === 0) return { text: "", claims: [] };
  const parts = PARTS.flatMap(([heading, contains]) => {
    const lines = shown.filter(contains).map(lineOf);
    return lines.length === 0 ? [] : [heading, ...lines];
  });
  return { text: [HEAD, ...parts].join("\n"), claims: shown };
}

/** Whether it says what is to be: a decision, a constraint, or what the person wants. */
function binds({ kind, status, isTyped = false }: Claim): boolean {
  if (kind === "decision" || kind === "constraint") return true;
  return isTyped && kind === "task-state" && status === "in force";
}

function isOpen({ status }: Claim): boolean {
  return status === "open" || status === "asked";
}
