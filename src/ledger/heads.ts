import * as z from "zod";
import type { Findings } from "../base/findings.ts";
import type { Transaction } from "../stores/store.ts";
import { selectChain, selectEventAt } from "./tables/events.ts";
import { type HeadRow, selectStreams, selectWorkspaceEnd } from "./tables/stream-heads.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/**
 * Where a workspace ended at a time: the number of its events and the last link of the chain over all of them,
 * which fixes every event up to there; and the ends of streams, which say what differs when it does.
 */
export const headsSchema = z.object({
  version: z.literal(1),
  at: z.string(),
  events: count,
  chain: z.union([hash, z.literal("")]),
  streams: z.array(z.object({ stream: z.string(), events: count, hash })),
});

/** The ends of a workspace and of streams of it. */
export type Heads = z.infer<typeof headsSchema>;

/** Where a bundle keeps them. */
export const HEADS_FILE = "history/heads.json";

const SIGNATURE = "-----BEGIN SSH SIGNATURE-----";
const PAGE_SIZE = 1000;

/** Reads where the workspace ends, and all of its streams or those with some names. */
export async function readHeads(
  tx: Transaction,
  { at, streams }: { readonly at: Date; readonly streams: "all" | readonly string[] },
): Promise<Heads> {
  const { pos, chain } = await selectWorkspaceEnd(tx, "");
  const found: Heads["streams"] = [];
  for await (const { stream, events, hash } of allHeads(tx)) {
    if (streams === "all" || streams.includes(stream)) found.push({ stream, events, hash });
  }
  return { version: 1, at: at.toISOString(), events: pos, chain, streams: found };
}

async function* allHeads(tx: Transaction): AsyncGenerator<HeadRow> {
  for (let after = ""; ; ) {
    const page = await selectStreams(tx, { after, prefix: "", limit: PAGE_SIZE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = last.stream;
  }
}

/** The text of heads, which is what a signature is made over. */
export function renderHeads(heads: Heads): string {
  return `${JSON.stringify(heads, null, 2)}\n`;
}

/** Splits a text into what was signed and the signature after it; null when there is none. */
export function splitSignature(text: string): { message: string; armored: string | null } {
  const at = text.indexOf(`\n${SIGNATURE}`);
  if (at < 0) return { message: text, armored: null };
  return { message: text.slice(0, at + 1), armored: text.slice(at + 1) };
}

/**
 * Compares a workspace with heads that were read from it earlier. Together with an intact chain, the same
 * link at the same position means that nothing up to there was changed since.
 */
export async function compareHeads(
  tx: Transaction,
  heads: Heads,
  findings: Findings,
): Promise<boolean> {
  const before = findings.errorCount();
  const { pos } = await selectWorkspaceEnd(tx, "");
  if (pos < heads.events) {
    const message = `The workspace has ${pos} events, but had ${heads.events} on ${heads.at}`;
    findings.error("E_CHAIN", {}, message, { events: pos, expected: heads.events });
  } else if (heads.events > 0 && (await selectChain(tx, heads.events)) !== heads.chain) {
    const message = `The events up to position ${heads.events} are not those of ${heads.at}: they were rewritten since, or the heads are of another workspace`;
    findings.error("E_CHAIN", {}, message, { pos: heads.events });
  }
  for (const { stream, events, hash } of heads.streams) {
    if (events === 0) continue;
    const last = await selectEventAt(tx, stream, events - 1);
    if (last?.hash === hash) continue;
    const state = last === null ? "is missing" : "is another one";
    findings.error("E_CHAIN", { file: stream }, `Event ${events - 1} of "${stream}" ${state}`);
  }
  return findings.errorCount() === before;
}
