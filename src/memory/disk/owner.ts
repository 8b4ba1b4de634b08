import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import { configFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { projectRoot } from "../../runtime/workspace.ts";
import { scopes } from "../event-bodies.ts";
import type { UnitFilter } from "../tables.ts";

const label = (what: string) =>
  z
    .string()
    .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be one line of at most 512 characters" })
    .optional()
    .describe(what);

/** The owner of units, for every operation on them. */
export const ownerInput = {
  namespace: label("Namespace (default: as configured)"),
  scope: z.enum(scopes).optional().describe("Scope of the unit"),
  "agent-id": label("Agent of the unit"),
  "session-id": label("Session of the unit"),
  "task-id": label("Task of the unit"),
  "user-id": label("User of the unit"),
};

/** Other names of the options above. */
export const ownerAliases = { project: "namespace" };

/** The argument that names a unit. */
export const unitName = z
  .string()
  .min(1)
  .max(512)
  .describe("Id of the unit, a unique prefix of it, or its node id");

type Owner = { readonly [Key in keyof typeof ownerInput]?: string | undefined };

/** Which units an operation may see: by its input, else by the configuration. */
export function filterFor(
  context: OperationContext,
  ledger: Ledger,
  owner: Owner,
): UnitFilter & { readonly namespace: string; readonly collection: string | null } {
  const config = configFor(context, projectRoot(ledger, context));
  return {
    namespace: owner.namespace ?? config.namespace,
    collection: config.collection ?? null,
    scope: owner.scope,
    agent_id: owner["agent-id"],
    session_id: owner["session-id"],
    task_id: owner["task-id"],
    user_id: owner["user-id"],
  };
}

/** The namespaces and user that were searched. */
export const scopeAppliedSchema = () =>
  z.object({
    project: z.string(),
    union: z.array(z.string()),
    user_id: z.string().nullable(),
    collection: z.string().nullable(),
  });

/** The namespaces and user that were searched. */
export function scopeApplied({
  namespace,
  user_id,
  collection,
}: ReturnType<typeof filterFor>): z.infer<ReturnType<typeof scopeAppliedSchema>> {
  return {
    project: namespace,
    union: [...new Set([namespace, DEFAULT_NAMESPACE])],
    user_id: user_id ?? null,
    collection,
  };
}
