import * as z from "zod";
import type { Schema } from "../../base/schema.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { type Definition, defineOperation } from "./define-operation.ts";
import type { Operation } from "./operation.ts";

const readInput = z.object(storeInput);
const writeInput = z.object({ ...actorInput, ...storeInput });

/** The inputs that every operation on a workspace has. */
interface WorkspaceInput {
  readonly read: z.input<typeof readInput>;
  readonly write: z.input<typeof writeInput>;
}

/** The keys of both, as one type that reads like a declared one. */
type Joined<One, Other> = { [Key in keyof (One & Other)]: (One & Other)[Key] };

/** What an operation on a workspace is called with. */
interface WorkspaceCall<Piece> {
  readonly context: OperationContext<Piece>;
  /** The opened workspace, which is closed after the call. */
  readonly ledger: Ledger;
  /** Who calls, as `--actor` and `--origin` say where the operation has them. */
  readonly actor: Actor;
}

interface WorkspaceDefinition<
  Effect extends keyof WorkspaceInput,
  Input extends z.ZodObject,
  Output extends Schema,
  Piece extends Schema,
> extends Omit<Definition<Input, Output, Piece>, "run" | "basis"> {
  readonly effect: Effect;
  run(call: WorkspaceCall<z.output<Piece>>, input: z.output<Input>): Promise<z.output<Output>>;
}

/**
 * Declares an operation that runs in the workspace. It is opened as the effect says; `--store`, and for one that
 * writes `--actor` and `--origin`, are declared here for all of them.
 */
export function defineWorkspaceOperation<
  Effect extends keyof WorkspaceInput,
  Input extends z.ZodObject,
  Output extends Schema,
  Piece extends Schema = z.ZodNever,
>({
  run,
  ...definition
}: WorkspaceDefinition<Effect, Input, Output, Piece>): Operation<
  Joined<z.input<Input>, WorkspaceInput[Effect]>,
  z.output<Output>,
  z.output<Piece>
> {
  const { effect, input, aliases } = definition;
  const shared = effect === "write" ? writeInput : readInput;
  return defineOperation<z.ZodObject, Output, Piece>({
    ...definition,
    input: input.extend(shared.shape),
    aliases: effect === "write" ? { ...actorAliases, ...aliases } : { ...aliases },
    run(context, input) {
      // One that reads may have no actor; then it is the one that writing would record.
      const call: z.output<typeof writeInput> = { ...writeInput.parse({}), ...input };
      const { store, actor, origin, ...rest } = call;
      return inWorkspace(context, { store, effect }, (ledger) =>
        run({ context, ledger, actor: actorOf({ actor, origin }) }, rest as z.output<Input>),
      );
    },
  });
}
