import { safeToolName } from "../agents/api-tool-name.ts";
import { attachmentLocation } from "../agents/attachment-location.ts";
import { contentDigest } from "../base/hash.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";

/**
 * What must be found again in a written session, one by one and in order: a message, or a tool call together with
 * its result. A picture or another file beside a text is a unit by itself: some receivers have no field for it.
 */
export interface SessionUnit {
  /** Hash of its content: the same for units with the same content, different for all others. */
  readonly hash: string;
  /** Whether its order among the others counts: some receivers put calls after the text of an answer. */
  readonly isMessage: boolean;
  /** Locations of its records. */
  readonly where: readonly string[];
}

/** Combines items to units. */
export interface UnitCollector {
  add(item: TranscriptItem): void;
  /** Adds the calls that have no result. */
  end(): void;
}

/** Collects units; only their hashes are kept, so that a session of any length takes little memory. */
export function collectUnits(onUnit: (unit: SessionUnit) => void): UnitCollector {
  const open = new Map<string, TranscriptItem[]>();
  const emit = (content: UnitContent, where: readonly string[], isMessage = false) =>
    onUnit({ hash: hashOf(content), isMessage, where });
  return {
    add(item) {
      if (item.kind === "tool_call") {
        const calls = open.get(item.call_id);
        if (calls === undefined) open.set(item.call_id, [item]);
        else calls.push(item);
        return;
      }
      if (item.kind === "message" || item.kind === "tool_result") {
        for (const attachment of item.attachments) {
          const text = `${attachment.base64 ?? attachment.uri}`;
          emit({ label: "attachment", text }, [attachmentLocation(item, attachment)]);
        }
      }
      if (item.kind !== "tool_result") {
        const content = contentOf(item);
        if (content.text !== "") emit(content, [locationOf(item)], true);
        return;
      }
      const calls = open.get(item.call_id) ?? [];
      const call = calls.shift();
      if (calls.length === 0) open.delete(item.call_id);
      const where = [...(call ? [locationOf(call)] : []), locationOf(item)];
      emit({ ...callContent(call), text: item.content.trim() }, where);
    },
    end() {
      for (const call of [...open.values()].flat()) {
        const content = callContent(call);
        emit({ ...content, label: `unanswered ${content.label}`, text: "" }, [locationOf(call)]);
      }
      open.clear();
    },
  };
}

interface UnitContent {
  /** The author, or the tool that was called. */
  readonly label: string;
  /** Arguments of a call. */
  readonly arguments?: unknown;
  /** The text of a message, or the result of a call. */
  readonly text: string;
}

function hashOf({ label, arguments: values, text }: UnitContent): string {
  const written = values === undefined ? "" : JSON.stringify(values);
  return contentDigest(`${label}\0${written}\0${text}`);
}

/** The text and the author of a message; an empty text for an item without one. */
function contentOf(item: TranscriptItem): UnitContent {
  switch (item.kind) {
    case "message":
      return { label: item.role, text: item.text.trim() };
    case "compaction":
      // Some receivers get a summary as a message of the user.
      return { label: "user", text: item.summary?.trim() ?? "" };
    case "reasoning":
    case "injected":
    case "error":
      return { label: item.kind, text: item.text.trim() };
    default:
      return { label: item.kind, text: "" };
  }
}

/** Tool, arguments and their values, as every receiver can write them. */
function callContent(call: TranscriptItem | undefined): Omit<UnitContent, "text"> {
  if (call?.kind !== "tool_call") return { label: "result" };
  const { arguments: values } = call;
  return {
    label: `call ${safeToolName(call.name)}`,
    arguments: typeof values === "string" ? { input: values } : values,
  };
}
