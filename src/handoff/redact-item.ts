import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import type { Redactor } from "../redact/redactor.ts";

/**
 * An item without secrets. Its texts are looked at; ids, places and pictures stay as they are, because the
 * session could not be resumed, or the picture not be seen, without them. The item itself if it contains none.
 */
export function redactItem<Item extends TranscriptItem>(item: Item, redactor: Redactor): Item {
  return redacted(item, redactor) as Item; // An item keeps its kind.
}

function redacted(item: TranscriptItem, redactor: Redactor): TranscriptItem {
  const where = locationOf(item);
  const clean = (text: string) => redactor.text(text, where);
  switch (item.kind) {
    case "message": {
      const text = clean(item.text);
      const attachments = withoutSecrets(item.attachments, clean);
      const isSame = text === item.text && attachments === item.attachments;
      return isSame ? item : { ...item, text, attachments };
    }
    case "tool_call": {
      const redacted = redactor.value(item.arguments, where);
      return redacted === item.arguments ? item : { ...item, arguments: redacted };
    }
    case "tool_result": {
      const content = clean(item.content);
      const attachments = withoutSecrets(item.attachments, clean);
      const isSame = content === item.content && attachments === item.attachments;
      return isSame ? item : { ...item, content, attachments };
    }
    case "compaction": {
      const summary = item.summary && clean(item.summary);
      return summary === item.summary ? item : { ...item, summary };
    }
    case "file_change": {
      const path = clean(item.path);
      const diff = item.diff && clean(item.diff);
      return path === item.path && diff === item.diff ? item : { ...item, path, diff };
    }
    case "injected":
    case "reasoning":
    case "error": {
      const text = clean(item.text);
      return text === item.text ? item : { ...item, text };
    }
    case "branch": {
      const reason = clean(item.reason);
      return reason === item.reason ? item : { ...item, reason };
    }
    case "usage":
    case "opaque":
      return item;
    default:
      return item satisfies never;
  }
}

type Attachments = Extract<TranscriptItem, { kind: "message" }>["attachments"];

/** An address may contain a password or a token; the bytes of a picture contain none. */
function withoutSecrets(attachments: Attachments, clean: (text: string) => string): Attachments {
  if (attachments.length === 0) return attachments;
  const cleaned = attachments.map((each) => {
    const uri = each.uri && clean(each.uri);
    return uri === each.uri ? each : { ...each, uri };
  });
  return cleaned.every((each, at) => each === attachments[at]) ? attachments : cleaned;
}
