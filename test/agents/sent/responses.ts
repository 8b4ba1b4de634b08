import * as z from "zod";
import { parseArguments, type SentItem } from "./item.ts";

const pieceSchema = z.object({ type: z.string(), text: z.string().optional() });
const textsSchema = z.union([z.string(), z.array(pieceSchema)]);
const itemSchema = z.union([
  z.object({
    type: z.literal("message"),
    role: z.enum(["user", "assistant", "system", "developer"]),
    content: textsSchema,
  }),
  z.object({
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    type: z.literal("custom_tool_call"),
    call_id: z.string(),
    name: z.string(),
    input: z.string(),
  }),
  z.object({
    type: z.enum(["function_call_output", "custom_tool_call_output"]),
    call_id: z.string(),
    output: textsSchema,
  }),
  z.object({ type: z.enum(["reasoning", "compaction", "web_search_call"]) }),
]);
const bodySchema = z.object({ input: z.array(itemSchema) });

/** What a request of OpenAI Responses contains. */
export function responsesItems(body: unknown): SentItem[] {
  return bodySchema.parse(body).input.flatMap((item): SentItem[] => {
    switch (item.type) {
      case "message":
        return messageItems(item.role === "developer" ? "system" : item.role, item.content);
      case "function_call":
        return [call(item.call_id, item.name, parseArguments(item.arguments))];
      case "custom_tool_call":
        return [call(item.call_id, item.name, item.input)];
      case "function_call_output":
      case "custom_tool_call_output":
        return [{ kind: "result", id: item.call_id, text: textsOf(item.output).join("\n") }];
      default:
        return [];
    }
  });
}

function messageItems(
  kind: "user" | "assistant" | "system",
  content: z.infer<typeof textsSchema>,
): SentItem[] {
  return textsOf(content).map((text) => ({ kind, text }));
}

function textsOf(content: z.infer<typeof textsSchema>): string[] {
  return typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
}

function call(id: string, name: string, input: unknown): SentItem {
  return { kind: "call", id, name, arguments: input };
}
