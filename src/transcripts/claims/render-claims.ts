import { cite } from "../cite.ts";
import { quotes, toTold } from "../digest/repeats.ts";
import type { ItemNumbers } from "../item-numbers.ts";
import type { Claim } from "./claim.ts";

/** Where claims are shown. */
interface ClaimSpace {
  readonly maxBytes: number;
  /** The numbers that they cite. */
  readonly numbers: ItemNumbers;
  /** What is said before them: none of them repeats that. */
  readonly told: readonly string[];
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
  ["Known and done:", (claim) => !binds(claim) && !isOpen(claim)],
  ["Open and next:", isOpen],
];
const HEADINGS_BYTES = Buffer.byteLength([HEAD, ...PARTS.map(([heading]) => heading)].join("\n"));

/** Claims that fit, in the order in which they were written, each with its citation; none says the same as another. */
export function renderClaims(
  claims: readonly Claim[],
  { maxBytes, numbers, told }: ClaimSpace,
): ShownClaims {
  const shown: Claim[] = [];
  const said = told.map(toTold);
  const lineOf = ({ text, at, citation }: Claim) =>
    `- ${cite(numbers, { item_id: citation.item, at })} ${text}`;
  let left = maxBytes - HEADINGS_BYTES;
  for (const claim of claims) {
    const own = toTold(claim.text);
    const cost = Buffer.byteLength(lineOf(claim)) + 1;
    if (cost > left || said.some((other) => quotes(own, other))) continue;
    left -= cost;
    said.push(own);
    shown.push(claim);
  }
  if (shown.length === 0) return { text: "", claims: [] };
  const parts = PARTS.flatMap(([heading, contains]) => {
    const lines = shown.filter(contains).map(lineOf);
    return lines.length === 0 ? [] : [heading, ...lines];
  });
  return { text: [HEAD, ...parts].join("\n"), claims: shown };
}

function binds({ kind }: Claim): boolean {
  return kind === "decision" || kind === "constraint";
}

function isOpen({ status }: Claim): boolean {
  return status === "open" || status === "asked";
}
