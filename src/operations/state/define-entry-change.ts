/**
 * The common part of `state archive`, `deprecate`, `promote`, `restore` and `merge`: each only adds
 * its decision.
 */

import * as z from "zod";
import type { Decision } from "../../state/change.ts";
import type { StateView } from "../../state/change-state.ts";
import {
  type ChangeContext,
  type ChangeInput,
  changedSchema,
  changeEntry,
  changeInput,
  toChangedOutput,
} from "../../state/disk/change-entry.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { changedText } from "../../state/shown-text.ts";
import type { EntryResult } from "../../state/transitions.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** What one operation adds to the common part. */
interface EntryChange<Extra extends z.ZodRawShape> {
  /** The last word of its name, as in `state archive`. */
  readonly verb: string;
  readonly summary: string;
  readonly positionals: readonly (keyof Extra & string)[];
  readonly examples: readonly string[];
  readonly input: Extra;
  decide(
    view: StateView,
    input: z.infer<z.ZodObject<Extra>> & ChangeInput,
    context: ChangeContext,
  ): Decision<EntryResult> | Promise<Decision<EntryResult>>;
}

/** Declares an operation that changes one entry and reports it: `archive`, `promote`, `merge` and so on. */
export function defineEntryChange<Extra extends z.ZodRawShape>({
  verb,
  decide,
  ...definition
}: EntryChange<Extra>) {
  return defineOperation({
    name: `state ${verb}`,
    effect: "write",
    secrets: "none",
    surfaces: ["cli", "mcp", "http"],
    tool: {
      name: `state.${verb}`,
      sets: ["state"],
      parameterNames: addressAliases,
      text: changedText,
    },
    ...definition,
    input: z.object({ ...definition.input, ...changeInput }),
    output: changedSchema,
    async run(context, parsed) {
      // The compiler cannot see through the generic shape; the schema above has just produced both parts.
      const input = parsed as z.infer<z.ZodObject<Extra>> & ChangeInput;
      const change = (view: StateView, changeContext: ChangeContext) =>
        decide(view, input, changeContext);
      return toChangedOutput(await changeEntry(context, input, change));
    },
  });
}
