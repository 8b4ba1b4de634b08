import * as z from "zod";
import { redactionSchema } from "../redact/redactor.ts";

/** The switch of every operation that replaces secrets in its output. Only a person may set it. */
export const keepSecretsInput = {
  "keep-secrets": z
    .boolean()
    .default(false)
    .describe("Do not replace or leave out what appears to be a secret")
    .meta({ by: "person" }),
};

/** Secrets that were replaced, as results list them. */
export const redactionsSchema = () => z.array(redactionSchema()).readonly();
