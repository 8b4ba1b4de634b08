import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { answersInForce } from "../../transcripts/digest/condense.ts";
import type { Digest } from "../../transcripts/digest/digest.ts";
import { renderDigest } from "../../transcripts/digest/render-digest.ts";
import type { ByteLimits } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";
import { addEarlier, selectLastTurn } from "./select-turns.ts";
import { spendRest } from "./spend-rest.ts";

/** Share of a budget that what was done last leaves to the digest of the rest, and what a page has around them. */
const DIGEST_SHARE = 0.85;
/** Bytes from which on the digest takes only a quarter of what a larger budget adds. */
const DIGEST_BYTES = 16_000;
const PAGE_BYTES = 270;

/** What a receiver gets within a budget: items, and a digest of the rest. */
interface Selection {
  readonly limits: ByteLimits;
  readonly digest: string;
}

/**
 * The last turn first, then the digest of everything before it, then as much of what was done as there is
 * space; what is left after that goes to the digest again.
 */
export function selectWithin(
  { digest, redactor }: { readonly digest: Digest; readonly redactor: Redactor | null },
  sizes: readonly ItemSize[],
  { budget, note }: { readonly budget: number; readonly note: string },
): Selection {
  const maxBytes = budget * BYTES_PER_TOKEN - Buffer.byteLength(note) - PAGE_BYTES;
  const limits = selectLastTurn(sizes, maxBytes);
  const render = (space: number, end: number) => {
    const text = renderDigest({ digest, end, maxBytes: Math.max(0, space) });
    return redactor === null ? text : redactor.text(text, "digest");
  };
  const free = maxBytes - bytesOf(limits, sizes);
  const share = Math.min(free * DIGEST_SHARE, DIGEST_BYTES + free / 4);
  const wanted = Buffer.byteLength(render(share, digest.turns.length - 1));
  const left = addEarlier(limits, sizes, { maxBytes, left: free - wanted });
  const text = fillDigest(wanted + left, (space) =>
    render(space, firstTurnOf(digest, limits, sizes)),
  );
  const spare = maxBytes - bytesOf(limits, sizes) - Buffer.byteLength(text);
  spendRest(limits, sizes, { left: spare, maxBytes, answers: answersInForce(digest) });
  return { limits, digest: text };
}

/** A digest reserves space for headings that it may not have: what is left over is offered once more. */
function fillDigest(space: number, render: (space: number) => string): string {
  const text = render(space);
  const more = render(2 * space - Buffer.byteLength(text));
  return Buffer.byteLength(more) <= space ? more : text;
}

/** The bytes of what is carried, with what a form puts around it. */
function bytesOf(limits: ByteLimits, sizes: readonly ItemSize[]): number {
  return [...limits].reduce(
    (sum, [position, most]) => sum + Math.min(most, sizes[position]?.bytes ?? 0) + ITEM_BYTES,
    0,
  );
}

const ITEM_BYTES = 32;

/** The first turn that is carried word for word; of the last one the digest still reports what led to its end. */
function firstTurnOf({ turns }: Digest, limits: ByteLimits, sizes: readonly ItemSize[]): number {
  const ids = new Set([...limits.keys()].map((position) => sizes[position]?.id));
  const requests = sizes.filter(({ id, isRequest }) => isRequest && ids.has(id));
  const first = turns.findIndex(({ item_id }) => requests.some(({ id }) => id === item_id));
  return requests.length < 2 || first < 0 ? turns.length - 1 : first;
}
