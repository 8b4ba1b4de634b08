import { useEffect, useState } from "preact/hooks";
import type { ConversationData, Row } from "../../../web/page.ts";
import { call } from "../../api.ts";
import type { ShownData } from "./session-data.ts";

/** A conversation of which more and more is there. */
export interface LoadedConversation {
  /** What is known of the session; null until the first part is there. */
  readonly session: Omit<ShownData, "conversation"> | null;
  readonly conversation: ConversationData;
  /** Texts that were cut because they are too long to be shown. */
  readonly shortened: number;
  readonly error: unknown;
}

/** Rows of the first part, which is what can be seen at once, and of the parts that follow. */
const FIRST = 200;
const NEXT = 5_000;

/** Loads a session in parts: the beginning can be read while the rest is on its way. */
export function useConversation(what: string, session: string | undefined): LoadedConversation {
  const [loaded, setLoaded] = useState<LoadedConversation>({
    session: null,
    conversation: { rows: [], groups: [] },
    shortened: 0,
    error: null,
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const about = session === undefined ? { what } : { what, session };
    loadParts(about, signal, setLoaded).catch((error: unknown) => {
      if (!signal.aborted) setLoaded((earlier) => ({ ...earlier, error }));
    });
    return () => controller.abort();
  }, [what, session]);
  return loaded;
}

async function loadParts(
  about: object,
  signal: AbortSignal,
  setLoaded: (loaded: LoadedConversation) => void,
): Promise<void> {
  let rows: readonly Row[] = [];
  let shortened = 0;
  let limit = FIRST;
  for (let hasMore = true; hasMore; limit = NEXT) {
    const asked = { ...about, "sub-agents": true, from: rows.length + 1, limit };
    const { conversation, ...session } = await call("show", asked, { signal });
    const part = conversation?.rows ?? [];
    rows = rows.length === 0 ? part : [...rows, ...part];
    shortened += conversation?.shortened ?? 0;
    setLoaded({
      session,
      conversation: { rows, groups: conversation?.groups ?? [] },
      shortened,
      error: null,
    });
    // What is shown for now is replaced by the final rows.
    if (session.provisional) [rows, shortened] = [[], 0];
    // A session that grows while it is read ends where this reading of it does.
    hasMore = part.length > 0 && (rows.length < session.total || !session.complete);
  }
}
