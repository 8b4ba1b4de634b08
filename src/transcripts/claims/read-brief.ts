import * as z from "zod";
import { findObjects } from "../../base/json/find-objects.ts";
import { oneLine } from "../../base/text/one-line.ts";
import { excerpt } from "../../base/text/text.ts";
import {
  type Claim,
  claimKinds,
  claimStatuses,
  doubts,
  MAX_BRIEF_CLAIMS,
  MAX_CLAIM_TOKENS,
} from "./claim.ts";
import { doubtAbout } from "./doubt-about.ts";
import type { SessionRecord } from "./session-record.ts";

/** A claim that somebody wrote, and whether its session bears it out. */
export const checkedClaimSchema = z.object({
  text: z.string(),
  kind: z.string(),
  status: z.string(),
  /** The item that it cites; null when there is no such item. */
  item: z.string().nullable(),
  verdict: z.enum(["proven", "unproven"]),
  /** Why it is unproven, in words; empty when it is proven. */
  reason: z.string(),
});
/** A claim that somebody wrote, and whether its session bears it out. */
export type CheckedClaim = Readonly<z.infer<typeof checkedClaimSchema>>;

const lineSchema = z.object({
  claim: z.string().max(1000).transform(oneLine).pipe(z.string().min(1)),
  kind: z.enum(claimKinds),
  status: z.enum(claimStatuses).default("in force"),
  item: z.union([z.int(), z.string().max(512)]),
});

/** What was read of an answer: each line with its verdict, and the claims that the session bears out. */
export interface Brief {
  readonly checked: readonly CheckedClaim[];
  readonly proven: readonly Claim[];
  /** Claims in the form asked for that the session does not bear out, each with the reason in words. */
  readonly unproven: readonly (Claim & { readonly doubt: string })[];
}

/**
 * Reads claims in a text, whoever wrote it, and checks each; none is believed. More than were asked for are not looked
 * at: each check may read the complete session.
 */
export function readBrief(
  text: string,
  record: SessionRecord,
  count: (text: string) => number,
): Brief {
  const checked: CheckedClaim[] = [];
  const proven: Claim[] = [];
  const unproven: (Claim & { doubt: string })[] = [];
  for (const object of findObjects(text)) {
    if (!("claim" in object)) continue;
    if (checked.length >= MAX_BRIEF_CLAIMS) {
      checked.push(unread(object, TOO_MANY));
      break;
    }
    const { claim, ...result } = readLine(object, record, count);
    checked.push(result);
    if (claim === null) continue;
    if (result.verdict === "proven") proven.push(claim);
    else unproven.push({ ...claim, doubt: result.reason });
  }
  return { checked, proven, unproven };
}

const TOO_MANY = `more than ${MAX_BRIEF_CLAIMS} claims`;

/** The item of a claim that cites none of its session. */
const NO_ITEM = "none";

function readLine(
  object: object,
  record: SessionRecord,
  count: (text: string) => number,
): CheckedClaim & { readonly claim: Claim | null } {
  const parsed = lineSchema.safeParse(object);
  if (!parsed.success) return { ...unread(object, "not in the form asked for"), claim: null };
  const { claim: written, kind, status, item: named } = parsed.data;
  const text = shortened(written, count);
  const item = findItem(record, named);
  const claim: Claim = {
    text,
    kind,
    status,
    at: item?.at ?? null,
    isTyped: item?.by === "person",
    citation: { session: record.session, item: item?.id ?? NO_ITEM },
  };
  const shown = { text, kind, status, item: item?.id ?? null };
  const doubt = doubtAbout(claim, record, count);
  if (doubt !== null) return { ...shown, verdict: "unproven", reason: doubts[doubt], claim };
  return { ...shown, verdict: "proven", reason: "", claim };
}

/** Where a claim can end that is too long. */
const BREAK = /[,;–—(]|\s-\s/g;

/** A claim without the last clauses that make it too long; it is what is checked. */
function shortened(text: string, count: (text: string) => number): string {
  if (count(text) <= MAX_CLAIM_TOKENS) return text;
  const ends = [...text.matchAll(BREAK)].map(({ index }) => text.slice(0, index).trimEnd());
  return ends.findLast((each) => count(each) <= MAX_CLAIM_TOKENS) ?? text;
}

/** A line of which nothing was checked. */
function unread(object: object, reason: string): CheckedClaim {
  const { claim } = object as { readonly claim?: unknown };
  const text = typeof claim === "string" ? excerpt(claim) : "";
  return { text, kind: "", status: "", item: null, verdict: "unproven", reason };
}

/** An item by the number under which it was shown, or by its id. */
function findItem({ items, digest }: SessionRecord, named: number | string) {
  if (typeof named === "string" && items.has(named)) return items.get(named);
  const number = Number(String(named).replace(/^#/, ""));
  const found = [...items.values()].filter(({ id }) => digest.numbers.of(id) === number);
  // A call and what was answered to it have one number.
  return found.find(({ by }) => by === "person") ?? found[0];
}
