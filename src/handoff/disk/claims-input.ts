import * as z from "zod";
import { modelInput } from "../../models/model-input.ts";

/** Options that say where claims come from: somebody wrote them, or a named model does. */
export const claimsInput = (what: string, otherwise: string) => ({
  claims: z
    .string()
    .max(65_536)
    .optional()
    .describe(`${what}, as JSON lines; - reads standard input (default: ${otherwise})`),
  ...modelInput("Ask a model of this provider or vendor for the claims"),
});

/** Where claims come from. */
export type ClaimsInput = z.infer<z.ZodObject<ReturnType<typeof claimsInput>>>;
