import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { ItemBody } from "../build-items.ts";
import { itemBodies } from "./item-bodies.ts";

/** Remembers by their texts which messages were said, to find them again in a compaction. */
export interface KeptMessages {
  add(item: TranscriptItem): void;
  /** A compaction with what it kept, and the messages it brought that nobody had said. */
  complete(compaction: ItemBody, record: JsonObject): ItemBody[];
}

/** Begins remembering; a text is kept as its hash. */
export function createKeptMessages(): KeptMessages {
  const texts = { user: new Map<string, string>(), assistant: new Map<string, string>() };
  return {
    add(item) {
      if (item.kind === "message") texts[item.role].set(sha256(item.text), item.id);
    },
    complete(compaction, { replacement_history: history }) {
      if (compaction.kind !== "compaction") return [compaction];
      // Without a list the program keeps every message of the person.
      if (!Array.isArray(history)) return [{ ...compaction, kept: [...texts.user.values()] }];
      const kept: string[] = [];
      const added: ItemBody[] = [];
      let summary_last = false;
      for (const body of history.flatMap((item) => messagesIn(item))) {
        if (body.text === compaction.summary) {
          summary_last = kept.length > 0;
          continue;
        }
        const id = texts[body.role].get(sha256(body.text));
        if (id === undefined) added.push(body);
        else kept.push(id);
      }
      return [{ ...compaction, kept, ...(summary_last ? { summary_last } : {}) }, ...added];
    },
  };
}

function messagesIn(item: unknown): Extract<ItemBody, { kind: "message" }>[] {
  if (!isObject(item)) return [];
  return itemBodies(item, null, 0).filter((body) => body.kind === "message");
}
