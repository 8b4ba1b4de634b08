import * as z from "zod";
import { senderField } from "../../transcripts/conversation-view.ts";
import type { ConversationData, Row } from "../../web/page.ts";

const toolSchema = () =>
  z.object({
    name: z.string(),
    input: z.string(),
    edit: z.object({ path: z.string(), before: z.string(), after: z.string() }).optional(),
    ok: z.boolean().nullable(),
    output: z.string().nullable(),
    /** What the user answered to a tool that asks. */
    answer: z.string().optional(),
  });

const rowSchema = () =>
  z.object({
    number: z.number(),
    /** The number under which `show` has it without its surroundings; absent for what is beside the conversation. */
    place: z.number().optional(),
    /** The item that a citation names, where one may. */
    item: z.string().optional(),
    kind: z.enum([
      "user",
      "assistant",
      "thinking",
      "tool",
      "summary",
      "file",
      "error",
      "context",
    ] as Row["kind"][]),
    at: z.string().nullable(),
    ...senderField(),
    text: z.string(),
    tool: toolSchema().optional(),
    diff: z.string().optional(),
    /** Pictures of a message or of the result of a call, as `data:` addresses. */
    images: z
      .array(z.object({ source: z.string() }))
      .readonly()
      .optional(),
    /** Tokens that were sent and received for it, and their price where it is known. */
    used: z
      .object({ input: z.number(), output: z.number(), usd: z.number().nullable() })
      .optional(),
    group: z.number().optional(),
  });

/** A conversation with its sub-agents and abandoned branches, as pages and the app show it. */
export const conversationSchema = () =>
  z.object({
    rows: z.array(rowSchema()).readonly(),
    groups: z
      .array(
        z.object({ kind: z.enum(["sub-agent", "branch"]), title: z.string(), rows: z.number() }),
      )
      .readonly(),
    /** Texts that were cut because they are too long to be shown. */
    shortened: z.number(),
  });

/** A part of a conversation that can be shown. */
export interface ConversationPart extends ConversationData {
  readonly shortened: number;
}
