import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { guardHtml } from "../../pages/build/guard-html.ts";
import { findNamed, handoffAsked, viewInput } from "../../pages/build/named-page.ts";
import { writePage, writtenPageSchema } from "../../pages/build/write-page.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "view",
  summary: "Write a session, a thread, a bundle or the preview of a handoff as one HTML page",
  effect: "read",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["what"],
  examples: [
    "view last --out session.html",
    "view ./bundle.ocf --out bundle.html",
    "view last --to codex --out handoff.html",
  ],
  input: viewInput,
  output: writtenPageSchema,
  async run(context, parsed) {
    // Checked before anything is read: reading a long session takes a while.
    const { out, force } = parsed;
    const target = out === undefined ? null : guardHtml(context, out, force);
    const redactor = redactorUnless(context, parsed["keep-secrets"]);
    const handoff = handoffAsked(parsed);
    if (handoff !== null) {
      const { handoffPage } = await import("../../pages/build/handoff-page.ts");
      return writePage(context, await handoffPage(context, handoff, redactor), {
        target,
        redactor,
      });
    }
    const content = await findNamed(context, parsed, redactor);
    const verb = content.page === "bundle" ? "inspect" : "show";
    const command = `holdall ${verb} ${quoteForShell(parsed.what)}`;
    return writePage(context, { ...content, command }, { target, redactor });
  },
});
