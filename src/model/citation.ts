import * as z from "zod";

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

/** A citation in words. */
export function citationText({ session, item }: Citation): string {
  const place = `session ${session}, item ${item}`;
  return `from ${place.replaceAll(/\p{C}/gu, "")}`;
}
