import * as z from "zod";
import type { SentItem } from "./item.ts";

const partSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.unknown() })
    .optional(),
  functionResponse: z
    .object({
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
const bodySchema = z.object({
  contents: z.array(z.object({ role: z.enum(["user", "model"]), parts: z.array(partSchema) })),
});
type Part = z.infer<typeof partSchema>;

/** What a request of Gemini contains. Calls without an id go by their order. */
export function geminiItems(body: unknown): SentItem[] {
  const calls = countedIds();
  const results = countedIds();
  return bodySchema.parse(body).contents.flatMap(({ role, parts }) =>
    parts.flatMap((part): SentItem[] => {
      const { functionCall: call, functionResponse: result } = part;
      if (call !== undefined) {
        return [{ kind: "call", id: calls(call), name: call.name, arguments: call.args }];
      }
      if (result !== undefined) {
        return [{ kind: "result", id: results(result), text: responseText(result.response) }];
      }
      return textItem(role, part);
    }),
  );
}

function textItem(role: "user" | "model", { text = "", thought }: Part): SentItem[] {
  if (text === "" || thought === true) return [];
  return [{ kind: role === "model" ? "assistant" : "user", text }];
}

function responseText(response: Readonly<Record<string, unknown>>): string {
  const values = Object.values(response);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");
}

function countedIds(): (named: {
  readonly id?: string | undefined;
  readonly name: string;
}) => string {
  const counts = new Map<string, number>();
  return ({ id, name }) => {
    if (id !== undefined) return id;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  };
}
