import * as z from "zod";
import { parseArguments, type SentItem } from "./item.ts";

const contentSchema = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .nullish();
const callSchema = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const messageSchema = z.union([
  z.object({
    role: z.literal("assistant"),
    content: contentSchema,
    tool_calls: z.array(callSchema).optional(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: contentSchema }),
  z.object({ role: z.enum(["user", "system", "developer"]), content: contentSchema }),
]);
const bodySchema = z.object({ messages: z.array(messageSchema) });

/** What a request of Chat Completions contains. */
export function chatItems(body: unknown): SentItem[] {
  return bodySchema.parse(body).messages.flatMap((message): SentItem[] => {
    const texts = textsOf(message.content);
    switch (message.role) {
      case "tool":
        return [{ kind: "result", id: message.tool_call_id, text: texts.join("\n") }];
      case "assistant":
        return [
          ...texts.map((text): SentItem => ({ kind: "assistant", text })),
          ...(message.tool_calls ?? []).map(callItem),
        ];
      case "user":
        return texts.map((text) => ({ kind: "user", text }));
      default:
        return texts.map((text) => ({ kind: "system", text }));
    }
  });
}

function textsOf(content: z.infer<typeof contentSchema>): string[] {
  if (content === null || content === undefined || content === "") return [];
  return typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
}

function callItem({
  id,
  function: { name, arguments: input },
}: z.infer<typeof callSchema>): SentItem {
  return { kind: "call", id, name, arguments: parseArguments(input) };
}
