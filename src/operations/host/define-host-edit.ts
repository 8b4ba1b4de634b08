/**
 * What installing and uninstalling of hooks and of the server share: flags for hosts, the scope,
 * the preview.
 */

import * as z from "zod";
import type { HostPlace, Scope } from "../../agents/host.ts";
import type { HostId } from "../../agents/registry.ts";
import { applyEdits, type ConfigEdit, configChangeSchema } from "../../hosts/config-edit.ts";
import { hostPlace } from "../../hosts/host-place.ts";
import { type StepId, setupSteps } from "../../hosts/setup/steps.ts";
import { createChangeDescriber } from "../../hosts/shown-diff.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { chooseHosts, hostFlags, scopeSchema } from "./host-input.ts";

/** What was changed, or would be. */
const changesSchema = () =>
  z.object({
    dry_run: z.boolean(),
    scope: scopeSchema(),
    changes: z.array(configChangeSchema()),
  });

/** The options that all edits of a host's configuration share. */
const sharedInput = {
  ...hostFlags,
  scope: scopeSchema()
    .default("project")
    .describe("Install for this project, or for this user everywhere"),
  "dry-run": z.boolean().default(false).describe("Show what would be changed, and change nothing"),
};

/** What one operation adds to the common part. */
interface HostEdit<Extra extends z.ZodRawShape> {
  readonly name: string;
  readonly summary: string;
  /** Why a model may not do it. */
  readonly withheldFromModels: string;
  readonly example: string;
  readonly input: Extra;
  /** What is edited: which hosts can have it. */
  readonly step: StepId;
  /** The edits of one host's files; nothing is written here. */
  plan(host: HostId, place: HostPlace, input: z.infer<z.ZodObject<Extra>>): readonly ConfigEdit[];
  /** Reports what the user has to do after the files are written. */
  remind?(
    context: OperationContext,
    done: { readonly named: readonly HostId[]; readonly scope: Scope },
  ): void;
}

/** Declares an operation that edits the configuration of the agents named by its flags. */
export function defineHostEdit<Extra extends z.ZodRawShape>({
  withheldFromModels,
  example,
  step,
  plan,
  remind,
  ...definition
}: HostEdit<Extra>) {
  return defineOperation({
    effect: "write",
    secrets: "none",
    surfaces: ["cli"],
    withheld: { mcp: withheldFromModels, http: "as for MCP" },
    positionals: [],
    examples: [example],
    ...definition,
    input: z.object({ ...sharedInput, ...definition.input }),
    output: changesSchema,
    piece: changesSchema,
    async run(context, parsed) {
      // The compiler cannot see through the generic shape; the schema above has just produced both parts.
      const input = parsed as z.infer<z.ZodObject<Extra>> &
        z.infer<z.ZodObject<typeof sharedInput>>;
      const place = hostPlace(context, input.scope);
      const describe = createChangeDescriber(context);
      const edit = (ids: readonly HostId[], isDry: boolean) => {
        const planned = ids.flatMap((host) => {
          return plan(host, place, input).map((each) => ({ host, edit: each }));
        });
        const changes = applyEdits(planned, place, { isDry, describe });
        return { dry_run: isDry, scope: input.scope, changes };
      };
      const named = await chooseHosts(context, input, {
        isPossible: (host) => setupSteps[step].obstacle(host, place) === null,
        show: (ids) => context.emit(edit(ids, true)),
      });
      const done = edit(named, input["dry-run"]);
      if (!done.dry_run) remind?.(context, { named, scope: input.scope });
      return done;
    },
  });
}
