import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { guardHtml } from "../../pages/build/guard-html.ts";
import { comparisonPage, nameOnPage, runPage } from "../../pages/build/run-pages.ts";
import { pageInput, writePage, writtenPageSchema } from "../../pages/build/write-page.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { openRun } from "../../tasks/disk/report/open-run.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** More runs than this are a report, not a comparison. */
const MAX_RUNS = 52;

export default defineOperation({
  name: "task view",
  summary: "Write a task bundle, or a comparison of several runs, as one HTML page",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: { mcp: "a model gets the same from task.inspect and task.compare", http: "as for MCP" },
  positionals: ["bundle", "others"],
  examples: ["task view ./run-a --out run.html", "task view ./run-a ./run-b --out comparison.html"],
  input: z.object({
    bundle: z
      .string()
      .describe("Task bundle (folder or .tar.gz); in a comparison also a session")
      .meta({ path: true, completes: ["path", "session"] }),
    others: z
      .array(z.string())
      .default([])
      .describe("More runs, each compared with the first")
      .meta({ path: true, completes: ["path", "session"] }),
    ...pageInput,
    ...keepSecretsInput,
  }),
  output: writtenPageSchema,
  async run(context, input) {
    const { bundle, others, out, force } = input;
    if (others.length >= MAX_RUNS) {
      throw new HoldallError("E_USAGE", `Cannot compare more than ${MAX_RUNS} runs on one page`, {
        cure: "see `holdall task report` for many runs",
      });
    }
    const target = guardHtml(context, out, force);
    const redactor = redactorUnless(context, input["keep-secrets"]);
    const first = await openRun(context, bundle, { rehash: false });
    const content =
      others.length === 0
        ? await runPage(context, bundle, first)
        : await comparisonPage(context, first, others);
    redactor?.learn(content);
    const verb = others.length === 0 ? "inspect" : "compare";
    const named = [bundle, ...others].map((each) => quoteForShell(nameOnPage(each)));
    const command = `holdall task ${verb} ${named.join(" ")}`;
    const page = redactor?.value(content, "page") ?? content;
    return writePage(context, { ...page, command }, { target, redactor });
  },
});
