import type { Redactor } from "../../redact/redactor.ts";
import type { Claim } from "../../transcripts/claims/claim.ts";
import { renderClaims } from "../../transcripts/claims/render-claims.ts";
import { takenBackReplies } from "../../transcripts/digest/condense.ts";
import type { Digest } from "../../transcripts/digest/digest.ts";
import { renderDigest } from "../../transcripts/digest/render-digest.ts";
import { endingOf } from "../../transcripts/ending/ending.ts";
import { renderEnding } from "../../transcripts/ending/render-ending.ts";
import { addMessages } from "./add-messages.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";
import { addTurns, LARGE_SPACE, selectLastTurn } from "./select-turns.ts";
import { spendOnCalls } from "./spend-on-calls.ts";

/** Share of a page that the ending may take. */
const ENDING_SHARE = 0.2;
const MAX_ENDING_BYTES = 6000;
/** Share of what the ending leaves that claims may take, and the most. */
const CLAIMS_SHARE = 0.8;
const MAX_CLAIMS_BYTES = 6000;
/**
 * Share of what the last turn leaves that goes to the digest of the rest, and the most that it takes of any budget. In a
 * small one it comes before all of the conversation.
 */
const DIGEST_SHARE = 0.6;
const FIRST_DIGEST_BYTES = 4000;
const MAX_DIGEST_BYTES = 24_000;
/** Share of a page that calls and their output may take while there are messages left. */
const ALL_CALLS_SHARE = 0.1;

/** What a receiver gets within a budget: items, and a text about the rest. */
interface Selection {
  readonly limits: ByteLimits;
  readonly briefing: string;
  readonly claims: number;
}

interface Learned {
  readonly digest: Digest;
  readonly redactor: Redactor | null;
  readonly claims: readonly Claim[];
}

/** What a note begins with. */
interface Beginning {
  readonly text: string;
  /** The claims in it, which are not repeated. */
  readonly claimTexts: readonly string[];
}

/**
 * How a session ended and what was written down about it, as the text of a note; `lastRequest` is the id of the request
 * that follows word for word.
 */
export function beginningOf(
  { digest, redactor, claims }: Learned,
  pageBytes: number,
  lastRequest: string | null = null,
): Beginning {
  const { numbers } = digest;
  const maxBytes = Math.min(pageBytes * ENDING_SHARE, MAX_ENDING_BYTES);
  const ending = renderEnding(endingOf(digest), { maxBytes, numbers, carried: lastRequest });
  const shown = renderClaims(claims, {
    maxBytes: Math.min((pageBytes - Buffer.byteLength(ending)) * CLAIMS_SHARE, MAX_CLAIMS_BYTES),
    numbers,
    above: ending.split("\n"),
  });
  const text = shown.text === "" ? ending : `${ending}\n\n${shown.text}`;
  return {
    text: redactor === null ? text : redactor.text(text, "digest"),
    claimTexts: shown.claims.map((claim) => claim.text),
  };
}

/**
 * What fits a number of bytes: the ending and the claims first, then the last turn, then the digest of what came before it. What is
 * left goes to the conversation, word for word and the newest first. Tool output gets a tenth where the work was broken
 * off, and more only when every message is there.
 */
export function selectWithin(
  learned: Learned,
  sizes: readonly ItemSize[],
  pageBytes: number,
): Selection {
  const { digest, redactor } = learned;
  const lastRequest = sizes.findLast(({ isRequest }) => isRequest)?.id ?? null;
  const beginning = beginningOf(learned, pageBytes, lastRequest);
  const maxBytes = pageBytes - Buffer.byteLength(beginning.text) - 2;
  const limits = selectLastTurn(sizes, maxBytes);
  const takenBack = takenBackReplies(digest);
  const left = () => maxBytes - bytesOf(limits, sizes);
  const render = (space: number) => {
    const end = firstTurnOf(digest, limits, sizes);
    const carried = new Set(idsWithin(limits, sizes, (most) => most === UNLIMITED));
    // The last reply is shortened to what it says most; the digest would say the same once more.
    const last = digest.turns.at(-1)?.reply_id ?? "";
    if (idsWithin(limits, sizes, () => true).has(last)) carried.add(last);
    const text = renderDigest({
      digest,
      end,
      carried,
      shownBefore: beginning.claimTexts,
      maxBytes: Math.max(0, space),
    });
    return redactor === null ? text : redactor.text(text, "digest");
  };
  const wanted = Buffer.byteLength(render(digestSpace(left())));
  if (maxBytes >= LARGE_SPACE) addTurns(limits, sizes, { left: left() - wanted, maxBytes });
  else {
    // Of work that was broken off nothing else shows how far it came.
    const isBrokenOff = endingOf(digest).answer === null;
    const callBytes = isBrokenOff ? pageBytes * ALL_CALLS_SHARE : 0;
    const isAll = addMessages(limits, sizes, { bytes: left() - wanted - callBytes, takenBack });
    spendOnCalls(limits, sizes, isAll ? left() - wanted : Math.min(left() - wanted, callBytes));
  }
  const text = fillDigest(left(), render);
  // A digest of turns that are carried now is shorter: what it leaves goes to the conversation again.
  if (maxBytes < LARGE_SPACE) {
    addMessages(limits, sizes, { bytes: left() - Buffer.byteLength(text), takenBack });
  }
  const parts = [beginning.text, text].filter((part) => part !== "");
  return { limits, briefing: parts.join("\n\n"), claims: beginning.claimTexts.length };
}

/** The space of a digest, of what the last turn leaves. */
function digestSpace(left: number): number {
  const share = Math.max(left * DIGEST_SHARE, Math.min(left, FIRST_DIGEST_BYTES));
  return Math.min(share, MAX_DIGEST_BYTES);
}

/** A digest reserves space for headings that it may not have: what is left over is offered once more. */
function fillDigest(space: number, render: (space: number) => string): string {
  const text = render(space);
  const more = render(2 * space - Buffer.byteLength(text));
  return Buffer.byteLength(more) <= space ? more : text;
}

/** The bytes of what is carried, with what a page puts around it. */
function bytesOf(limits: ByteLimits, sizes: readonly ItemSize[]): number {
  return [...limits].reduce((sum, [position, most]) => {
    const { bytes = 0, frame = 0 } = sizes[position] ?? {};
    return sum + Math.min(most, bytes) + frame;
  }, 0);
}

/**
 * The first turn from which on everything that was said is carried; what came before is digested. The last turn counts
 * as carried when its reply is shortened, too: a digest would say once more what the conversation ends with.
 */
function firstTurnOf({ turns }: Digest, limits: ByteLimits, sizes: readonly ItemSize[]): number {
  const complete = idsWithin(limits, sizes, (most) => most === UNLIMITED);
  const shortened = idsWithin(limits, sizes, () => true);
  const asked = turns.findLastIndex(({ request }) => request !== "");
  return (
    turns.findLastIndex(({ request, item_id, reply_id }, index) => {
      const requests = index >= asked ? shortened : complete;
      const replies = index === turns.length - 1 ? shortened : complete;
      const isAsked = request === "" || requests.has(item_id);
      return !(isAsked && (reply_id === null || replies.has(reply_id)));
    }) + 1
  );
}

/** The ids of the items whose limit is such. */
function idsWithin(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  isSuch: (most: number) => boolean,
): ReadonlySet<string> {
  const items = [...limits].flatMap(([at, most]) => (isSuch(most) ? (sizes[at] ?? []) : []));
  return new Set(items.map(({ id }) => id));
}
