import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { withWorkspaceTexts } from "../../bundles/disk/workspace-texts.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import type { Format } from "../../formats/format.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Conversation } from "../../model/conversation.ts";
import { lossReport } from "../../model/loss.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { readTools } from "../../models/tools.ts";
import type { RenderInput } from "../../providers/provider.ts";
import { loadTarget } from "../../providers/vendors.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { integer } from "../../runtime/integer.ts";
import { lossSchema } from "../../runtime/output-schemas.ts";
import { keepSecretsInput, redactionsSchema } from "../../runtime/redaction.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { requestSchema } from "../thread/compile-result.ts";

export default defineOperation({
  name: "render",
  summary: "Print a bundle as a complete request for a model provider",
  effect: "read",
  secrets: "replaced",
  surfaces: ["cli", "http"],
  withheld: { mcp: "a model gets the context of a thread with thread.compile" },
  positionals: ["path"],
  aliases: { render: "provider" },
  examples: [
    "render ./tides --provider anthropic-messages --model NAME --max-output 1024",
    "render ./bundle.ocf --provider chat-completions --json",
  ],
  input: z.object({
    path: z.string().describe("Folder, .tar.gz or JSON file").meta({ path: true }),
    provider: z
      .string()
      .describe("Provider or vendor that the request is for")
      .meta({ completes: "provider" }),
    model: z.string().optional().describe("Name of the model"),
    "max-output": integer(1).optional().describe("Maximum number of tokens of the answer"),
    tools: z
      .string()
      .optional()
      .describe("JSON file with the tools to declare in the request")
      .meta({ path: true }),
    "no-actor-prefix": z
      .boolean()
      .default(false)
      .describe("Do not prefix messages with their author when there are several"),
    ...keepSecretsInput,
    ...readingInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      path: z.string(),
      format: z.string(),
      request: requestSchema(),
      /** What the bundle contains and a conversation has no place for. */
      loss: lossSchema(),
      redactions: redactionsSchema(),
    }),
  async run(context, input) {
    const { provider, vendor } = await loadTarget(input.provider);
    const reading = await readPath(context, input.path, input, {
      profile: "lenient",
      level: "full",
    });
    requireValid(reading, `render "${input.path}"`);
    const conversation = await withWorkspaceTexts(
      context,
      await conversationOf(reading.format, reading.model, input.path),
      input.store,
    );
    const redactor = redactorUnless(context, input["keep-secrets"]);
    const rendered = await provider.render(inputOf(conversation, redactor), {
      model: input.model ?? null,
      maxOutput: input["max-output"] ?? null,
      tools: input.tools === undefined ? [] : readTools(context.cwd, input.tools),
      actorPrefix: !input["no-actor-prefix"],
      ...(vendor === null ? {} : { vendor }),
    });
    return {
      path: reading.absolute,
      format: reading.format.name,
      request: { ...rendered, renderer: { id: provider.name, version: provider.version } },
      loss: lossReport(conversation.kept, conversation.loss),
      redactions: [...(redactor?.report() ?? [])],
    };
  },
  bytes: ({ request }) => Buffer.from(`${JSON.stringify(request.body, null, 2)}\n`),
});

async function conversationOf(
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
function inputOf({ items, texts }: Conversation, redactor: Redactor | null): RenderInput {
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
