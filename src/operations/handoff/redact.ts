import * as z from "zod";
import { readSmallFile } from "../../disk/small-file.ts";
import { explainSecrets, explanationSchema, maskSecret } from "../../redact/explain.ts";
import { userConfigFor } from "../../runtime/config.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { defineOperation } from "../operation/define-operation.ts";

const FILE = { what: "file", maxBytes: 64 * 1024 * 1024 };

export default defineOperation({
  name: "redact",
  summary: "Replace secrets in a file, or explain what would be replaced and why",
  effect: "read",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: {
    mcp: "its result may quote secrets, which must not reach a model",
    http: "its result may quote secrets",
  },
  positionals: ["file"],
  examples: ["redact session.jsonl --explain"],
  input: z.object({
    file: z.string().describe("File to look through: a session, a log, any text"),
    explain: z
      .boolean()
      .default(false)
      .describe("List every redaction with its rule, place and context instead of the text"),
    reveal: z.boolean().default(false).describe("With --explain: show secrets in full"),
  }),
  output: () =>
    z.object({
      file: z.string(),
      redactions: z.array(explanationSchema()),
      /** The file without its secrets; null when an explanation was asked for. */
      text: z.string().nullable(),
    }),
  async run(context, { file, explain, reveal }) {
    const { text } = readSmallFile(context.cwd, file, FILE);
    const redactions = explainSecrets(text, userConfigFor(context).redaction.allow).map((each) => ({
      ...each,
      // The text around a secret may contain another one.
      before: reveal ? each.before : redactorFor(context).text(each.before, file),
      after: reveal ? each.after : redactorFor(context).text(each.after, file),
      secret: reveal ? each.secret : maskSecret(each.secret),
    }));
    return { file, redactions, text: explain ? null : redactorFor(context).text(text, file) };
  },
  bytes: ({ text }) => (text === null ? null : new TextEncoder().encode(text)),
});
