import type { ModelRequest } from "../model/server.ts";
import type { Protocol } from "../programs.ts";
import { chatItems } from "./chat.ts";
import { geminiItems } from "./gemini.ts";
import type { SentItem } from "./item.ts";
import { messagesItems } from "./messages.ts";
import { responsesItems } from "./responses.ts";

const readers: Readonly<Record<Protocol, (body: unknown) => SentItem[]>> = {
  messages: messagesItems,
  responses: responsesItems,
  chat: chatItems,
  gemini: geminiItems,
};

/** What a logged request contains, in order. */
export function sentItems({ protocol, body }: ModelRequest): readonly SentItem[] {
  return readers[protocol](body);
}
