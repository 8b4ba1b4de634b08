import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { readHead, readStream } from "../../ledger/read.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import { isTextRef, type LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { parseStateBody } from "../event-bodies.ts";

/** One line of a state's trail, for display and for programs. */
export const shownTrailLineSchema = () =>
  z.object({
    seq: z.number(),
    at: z.string(),
    type: z.string(),
    actor: z.object({ id: z.string(), origin: z.string() }).nullable(),
    namespace: z.string().nullable(),
    id: z.string().nullable(),
    slot: z.string().nullable(),
    status: z.string().nullable(),
    before_version: z.number().nullable(),
    after_version: z.number().nullable(),
    /** The text of the entry after it, or the rejected text; null when it is empty. */
    content: z.string().nullable(),
    reason_code: z.string().nullable(),
    reason: z.string().nullable(),
    /** Of a dismissal: the event that refused the text which is not wanted. */
    refused: z.number().nullable(),
    /** The gate's verdict with its signals, where there was one. */
    gate: z.looseObject({}).nullable(),
    state_hash: z.string().nullable(),
  });

/** One line of a state's trail, for display and for programs. */
export type TrailLine = z.infer<ReturnType<typeof shownTrailLineSchema>>;

/** Which lines of a trail to read. */
export interface TrailQuery {
  /** Only about the entry with this id. */
  readonly id?: string | undefined;
  /** Only of this type, or one of these, with or without the prefix `state_`. */
  readonly type?: string | readonly string[] | undefined;
  /** Only about entries that this accepts; lines about no entry always pass. */
  readonly sees?: ((namespace: string, id: string | null) => boolean) | undefined;
  /** Only from this event on. */
  readonly from?: number | undefined;
  /** Only up to this event. */
  readonly to?: number | undefined;
  /** Number of lines, counted from the end. */
  readonly limit: number;
}

const PAGE_SIZE = 500;

/**
 * The newest matching lines of a trail, the oldest of them first. Reads backwards from the newest
 * event and stops when enough lines were found.
 */
export async function readTrail(
  tx: Transaction,
  stream: string,
  query: TrailQuery,
): Promise<readonly TrailLine[]> {
  const head = await readHead(tx, stream);
  const found: LedgerEvent[] = [];
  const last = Math.min(query.to ?? Number.MAX_SAFE_INTEGER, (head?.events ?? 0) - 1);
  const first = Math.max(0, query.from ?? 0);
  for (let to = last; to >= first && found.length < query.limit; to -= PAGE_SIZE) {
    const page = await readStream(tx, stream, { from: Math.max(first, to - PAGE_SIZE + 1), to });
    for (const event of page.toReversed()) {
      if (found.length < query.limit && matches(event, query)) found.push(event);
    }
  }
  return readLines(tx, found.reverse());
}

function matches({ type, body }: LedgerEvent, query: TrailQuery): boolean {
  const types = query.type === undefined ? null : [query.type].flat();
  if (types?.every((each) => type !== each && type !== `state_${each}`)) return false;
  if (query.id !== undefined && body.id !== query.id) return false;
  const namespace = textIn(body, "namespace");
  return namespace === null || !query.sees || query.sees(namespace, textIn(body, "id"));
}

async function readLines(
  tx: Transaction,
  events: readonly LedgerEvent[],
): Promise<readonly TrailLine[]> {
  const refs = events.flatMap((event) => [contentOf(event), event.body.reason]).filter(isTextRef);
  const texts = await readTexts(
    tx,
    refs.map(({ sha256 }) => sha256),
  );
  const textOf = (value: unknown) => (isTextRef(value) ? texts.require(value.sha256) : null);
  return events.map((event): TrailLine => {
    const { seq, at, type, actor, body } = event;
    const parsed = parseStateBody(type, body);
    const after = parsed?.kind === "changed" ? parsed.after : null;
    const content = textOf(contentOf(event));
    return {
      seq,
      at,
      type,
      actor,
      namespace: textIn(body, "namespace"),
      id: textIn(body, "id"),
      slot: after?.slot ?? null,
      status: after?.status ?? null,
      before_version: parsed?.kind === "changed" ? parsed.before_version : null,
      after_version: after === null ? null : (after.version ?? 1),
      content: content === "" ? null : content,
      reason_code: textIn(body, "reason_code"),
      reason: textOf(body.reason) ?? textIn(body, "reason"),
      refused: typeof body.refused === "number" ? body.refused : null,
      gate: parsed === null ? null : gateIn(body),
      state_hash: textIn(body, "state_hash"),
    };
  });
}

function contentOf({ type, body }: LedgerEvent): unknown {
  const parsed = parseStateBody(type, body);
  return parsed?.kind === "changed" ? parsed.after?.content : body.content;
}

function textIn(body: JsonObject, key: string): string | null {
  const value = body[key];
  return typeof value === "string" ? value : null;
}

function gateIn({ gate }: JsonObject): JsonObject | null {
  return typeof gate === "object" && gate !== null && !Array.isArray(gate)
    ? (gate as JsonObject)
    : null;
}
