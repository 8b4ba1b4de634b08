import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import type { Redactor } from "../redact/redactor.ts";

/**
 * An item without secrets. Its texts are looked at; ids, places and pictures stay as they are, because the
 * session could not be resumed, or the picture not be seen, without them. The item itself if it holds none.
 */
export function redactItem<Item extends TranscriptItem>(item: Item, redactor: Redactor): Item {
  const fields = redactedFields(item, redactor);
  const isSame = Object.entries(fields).every(([key, value]) => Reflect.get(item, key) === value);
  return isSame ? item : { ...item, ...fields };
}

function redactedFields(item: TranscriptItem, redactor: Redactor): Partial<TranscriptItem> {
  const where = locationOf(item);
  const clean = (text: string) => redactor.text(text, where);
  switch (item.kind) {
    case "message":
      return { text: clean(item.text), attachments: withoutSecrets(item.attachments, clean) };
    case "tool_call":
      return { arguments: redactor.value(item.arguments, where) };
    case "tool_result":
      return { content: clean(item.content), attachments: withoutSecrets(item.attachments, clean) };
    case "compaction":
      return { summary: item.summary && clean(item.summary) };
    case "file_change":
      return { path: clean(item.path), diff: item.diff && clean(item.diff) };
    case "injected":
    case "reasoning":
    case "error":
      return { text: clean(item.text) };
    case "branch":
      return { reason: clean(item.reason) };
    case "usage":
    case "opaque":
      return {};
    default:
      return item satisfies never;
  }
}

type Attachments = Extract<TranscriptItem, { kind: "message" }>["attachments"];

/** An address may hold a password or a token; the bytes of a picture hold none. */
function withoutSecrets(attachments: Attachments, clean: (text: string) => string): Attachments {
  const cleaned = attachments.map((each) => {
    const uri = each.uri && clean(each.uri);
    return uri === each.uri ? each : { ...each, uri };
  });
  return cleaned.every((each, at) => each === attachments[at]) ? attachments : cleaned;
}
