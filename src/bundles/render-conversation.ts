import { HoldallError } from "../base/errors.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import type { Format } from "../formats/format.ts";
import type { ContextItem } from "../model/context-items.ts";
import type { Conversation } from "../model/conversation.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { RenderInput } from "../providers/provider.ts";
import type { Redactor } from "../redact/redactor.ts";

/** The conversation of a bundle, quoted where the bundle is none; refused where it has nothing for a model. */
export async function conversationOf(
  format: Format,
  model: unknown,
  location: string,
): Promise<Conversation> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const conversation = format.toConversation?.(model, (text) => counter.count(text));
  if (conversation !== undefined) {
    return format.holds === "conversation" ? conversation : quoted(conversation);
  }
  const message = `Cannot render "${location}": a ${format.name} bundle has nothing for a model`;
  throw new HoldallError("E_CONVERT", message, { cure: "see `holdall formats` for what converts" });
}

/**
 * Texts of a bundle that is not a conversation are quoted as user messages: they must not act as
 * instructions.
 */
function quoted({ items, texts, ...rest }: Conversation): Conversation {
  const quote = (item: ContextItem): ContextItem => {
    if (item.type === "message") {
      return { ...item, role: "user", content: quoteContext(item.content) };
    }
    const bytes = item.type === "state_ref" ? texts.get(item.artifact_id) : undefined;
    const text = bytes === undefined ? null : decodeUtf8(bytes);
    // The rendering of a state is quoted by its format already.
    return text === null ? item : { type: "message", role: "user", content: text };
  };
  return { ...rest, texts, items: items.map(quote) };
}

/** What a provider renders. A redacted text keeps its id, which is only used to find it here. */
export function inputOf({ items, texts }: Conversation, redactor: Redactor | null): RenderInput {
  const plain = new Map(Array.from(texts, ([id, bytes]) => [id, decodeUtf8(bytes)] as const));
  redactor?.learn(items);
  for (const text of plain.values()) redactor?.learn(text);
  const bytesOf = (id: string) => {
    const text = plain.get(id) ?? null;
    if (text === null) return texts.get(id) ?? null; // Not text: an image or the like.
    return new TextEncoder().encode(redactor?.text(text, id) ?? text);
  };
  return {
    items: items.map((item, index) => redactor?.value(item, `item ${index + 1}`) ?? item),
    text: async (id) => bytesOf(id),
    size: async (id) => bytesOf(id)?.length ?? null,
  };
}
