import * as z from "zod";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { withWorkspaceTexts } from "../../bundles/disk/workspace-texts.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { conversationOf, inputOf } from "../../bundles/render-conversation.ts";
import { lossReport } from "../../model/loss.ts";
import { readTools } from "../../models/tools.ts";
import { loadTarget } from "../../providers/vendors.ts";
import { integer } from "../../runtime/integer.ts";
import { lossSchema } from "../../runtime/output-schemas.ts";
import { keepSecretsInput, redactionsSchema } from "../../runtime/redaction.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { requestSchema } from "../../threads/disk/compile-result.ts";
import { defineOperation } from "../operation/define-operation.ts";

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
