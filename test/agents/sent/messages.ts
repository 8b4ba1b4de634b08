import * as z from "zod";
import type { SentItem } from "./item.ts";

const textSchema = z.object({ type: z.literal("text"), text: z.string() });
const blockSchema = z.union([
  textSchema,
  z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z
      .union([z.string(), z.array(z.union([textSchema, z.object({ type: z.string() })]))])
      .optional(),
  }),
  z.object({ type: z.enum(["thinking", "redacted_thinking", "image", "tool_reference"]) }),
]);
const bodySchema = z.object({
  messages: z.array(
    z.object({
      role: z.enum(["user", "assistant", "system"]),
      content: z.union([z.string(), z.array(blockSchema)]),
    }),
  ),
});
type Block = z.infer<typeof blockSchema>;

/** What a request of Anthropic Messages contains. */
export function messagesItems(body: unknown): SentItem[] {
  return bodySchema.parse(body).messages.flatMap(({ role, content }) => {
    if (typeof content === "string") return [{ kind: role, text: content }];
    return content.flatMap((block) => blockItem(role, block));
  });
}

function blockItem(role: "user" | "assistant" | "system", block: Block): SentItem[] {
  switch (block.type) {
    case "text":
      return [{ kind: role, text: block.text }];
    case "tool_use":
      return [{ kind: "call", id: block.id, name: block.name, arguments: block.input }];
    case "tool_result": {
      const { content = "" } = block;
      const texts =
        typeof content === "string"
          ? [content]
          : content.map((piece) => ("text" in piece ? piece.text : ""));
      return [{ kind: "result", id: block.tool_use_id, text: texts.join("\n") }];
    }
    default:
      return [];
  }
}
