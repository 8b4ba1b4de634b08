import { type StreamKind, streamKind } from "../model/event.ts";

/** A cache, since the same few streams repeat for thousands of events. */
const kinds = new Map<string, StreamKind | null>();
const KINDS_KEPT = 1000;

/** The kind of a stream, or null when the text is not the name of one. */
export function kindOf(stream: string): StreamKind | null {
  const known = kinds.get(stream);
  if (known !== undefined) return known;
  if (kinds.size >= KINDS_KEPT) kinds.clear();
  const kind = streamKind(stream);
  kinds.set(stream, kind);
  return kind;
}
