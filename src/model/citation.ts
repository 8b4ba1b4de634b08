import * as z from "zod";
import { quoteForShell } from "../base/text/quote-for-shell.ts";

/** The item of a session that bears a statement out. */
export const citationSchema = z.object({
  /** Whose session it is, where that is known. */
  agent: z.string().max(64).optional(),
  session: z.string().max(512),
  item: z.string().max(512),
});
/** The item of a session that bears a statement out. */
export type Citation = Readonly<z.infer<typeof citationSchema>>;

/** The citation of an entry; null when it has none, or none of ours. */
export function citationIn(entry: { readonly citation?: unknown }): Citation | null {
  const parsed = citationSchema.safeParse(entry.citation);
  return parsed.success ? parsed.data : null;
}

/** A citation in one short word that `holdall show` takes: SESSION#ITEM. */
export function citationText({ session, item }: Citation): string {
  return `${shorten(session)}#${shorten(item)}`.replaceAll(/[\p{C}\s]/gu, "");
}

/** The command that shows what a citation names. */
export function commandForCitation(citation: Citation): string {
  return `holdall show ${quoteForShell(citationText(citation))}`;
}

/** Ids whose beginning distinguishes them: a UUID, or a counted time after the name of a kind. */
const LONG_ID = /^([0-9a-f]{8}-[0-9a-f]{4}|[a-z]{2,5}_[0-9a-f]{12})[\w/-]{10,}$/;

function shorten(id: string): string {
  return LONG_ID.exec(id)?.[1] ?? id;
}

/** An item that is cited by the number under which it is shown. Ids of digits alone have more of them. */
const NUMBER = /^[1-9]\d{0,5}$/;

/** The number of a cited item; null where its id is cited. */
export function citedNumber({ item }: Citation): number | null {
  return NUMBER.test(item) ? Number(item) : null;
}

/** The session and the item, by its id or its number, of a short citation; null for what is none. */
export function parseCitation(text: string): Citation | null {
  const at = text.lastIndexOf("#");
  if (at <= 0 || at === text.length - 1) return null;
  return { session: text.slice(0, at), item: text.slice(at + 1) };
}
