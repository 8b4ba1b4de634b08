/**
 * Conversations of a server, kept between calls: a browser asks for a long session in parts, and a part
 * must cost what it has in it and not what comes before it.
 */

import path from "node:path";
import type { AgentSession } from "../../agents/agent-session.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { RowRules } from "./conversation-rows.ts";
import { createRowFile } from "./row-file.ts";
import { createRowReader, type RowPage, type RowReader } from "./row-reader.ts";

/** A conversation as it is opened for the first time. */
export interface OpenedConversation<Facts> extends RowRules {
  /** What is shown above it. */
  readonly facts: Facts;
  items(): AsyncIterable<TranscriptItem>;
}

/** Which conversation is asked for. */
export interface ConversationKey {
  /** What stays the same while it grows. */
  readonly id: string;
  /** What changes with its content. */
  readonly version: string;
  /** Bytes of its files. */
  readonly bytes: number;
}

/** A part of a conversation with what is known of the whole. */
export interface KeptPage<Facts> {
  readonly facts: Facts;
  readonly page: RowPage;
}

type Progress = (text: string) => void;

/** The part that a call asks for. */
interface PageRequest {
  /** Number of the first row; null for the newest rows. */
  readonly from: number | null;
  readonly limit: number;
  /** Reports how far the reading is; it may throw to end it. */
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Conversations that stay read from one call to the next, for as long as a server runs. */
export interface KeptConversations {
  /** Where a session was found, by the words that named it; null when that is not known. */
  findPlace(name: string): AgentSession | null;
  keepPlace(name: string, found: AgentSession): void;
  /** Whether this version of a conversation is kept. */
  has(key: ConversationKey): boolean;
  /**
   * A page of a conversation. `open` is called when this version of it is not kept; later calls report
   * through the same `progress`, each to its own caller.
   */
  page<Facts>(
    key: ConversationKey,
    request: PageRequest,
    open: (progress: Progress) => Promise<OpenedConversation<Facts>>,
  ): Promise<KeptPage<Facts>>;
  close(): Promise<void>;
}

/** How many conversations are kept, and how many bytes their files may have together. */
const MAX_KEPT = 8;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_PLACES = 1_000;

interface Kept extends Pick<ConversationKey, "version" | "bytes"> {
  readonly facts: unknown;
  readonly reader: RowReader;
}

/** Keeps conversations in a temporary folder that only this user can enter. Calls come one at a time. */
export function keepConversations(): KeptConversations {
  const folder = createTemporaryFolder();
  const kept = new Map<string, Kept>();
  const places = new Map<string, AgentSession>();
  let files = 0;
  let report: Progress = () => undefined;

  async function drop(id: string): Promise<void> {
    const found = kept.get(id);
    kept.delete(id);
    await found?.reader.close();
  }

  /** The one that was not asked for the longest goes first. */
  async function freeSpaceFor(bytes: number): Promise<void> {
    for (const id of kept.keys()) {
      const used = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
      if (kept.size < MAX_KEPT && used + bytes <= MAX_BYTES) return;
      await drop(id);
    }
  }

  return {
    findPlace: (name) => places.get(name) ?? null,
    keepPlace(name, found) {
      if (places.size >= MAX_PLACES) places.clear();
      places.set(name, found);
    },
    has: ({ id, version }) => kept.get(id)?.version === version,
    async page<Facts>(
      { id, version, bytes }: ConversationKey,
      { from, limit, progress, signal }: PageRequest,
      open: (progress: Progress) => Promise<OpenedConversation<Facts>>,
    ) {
      report = progress;
      let found = kept.get(id);
      if (found?.version !== version) {
        await drop(id);
        await freeSpaceFor(bytes);
        const { facts, items, ...rules } = await open((text) => report(text));
        const file = await createRowFile(path.join(folder, `${++files}.rows`));
        found = { version, bytes, facts, reader: createRowReader(items(), rules, file) };
      }
      kept.delete(id);
      kept.set(id, found); // The newest is last.
      // Whoever leaves ends the reading between two items, where the next one can continue.
      report = (text) => {
        if (!signal.aborted) progress(text);
      };
      try {
        const page = await found.reader.page(from, limit, signal);
        return { facts: found.facts as Facts, page }; // Only the same conversation has the same id.
      } catch (error) {
        if (!signal.aborted) await drop(id); // What failed in the middle cannot be continued.
        throw error;
      }
    },
    async close() {
      await Promise.allSettled([...kept.keys()].map(drop));
      removeTemporary(folder);
    },
  };
}
