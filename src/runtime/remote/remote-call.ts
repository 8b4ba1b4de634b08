/** What a call from a model, a program or a browser has in common, whatever protocol it came by. */

import { HoldallError } from "../../base/errors.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { printable } from "../../base/text/text.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { TeamAgent } from "../../stores/team.ts";
import type { OperationContext } from "../operation-context.ts";

/** What differs from protocol to protocol. */
export interface RemoteCall
  extends Pick<OperationContext, "cwd" | "now" | "signal" | "progress" | "note"> {
  readonly workspaces: OperationContext["workspaces"];
  readonly conversations?: OperationContext["conversations"];
  /** The agent that calls with a token of its own; null for the others. */
  readonly agent?: TeamAgent | null;
  /** Where the caller may read and create; a person at the browser may name any path, as at a terminal. */
  readonly bounds: Pick<OperationContext, "roots" | "outputFolder">;
  /** What takes the place of a command, for messages: "a tool", "a request". */
  readonly form: string;
  /** Takes the pieces of a result that are sent on the way (default: they are not sent). */
  emit?(piece: unknown): Promise<void>;
}

/** The context of an operation that is called from outside: nobody to ask, no standard input. */
export function remoteContext(call: RemoteCall): OperationContext {
  const { bounds, workspaces, conversations, agent = null, form, signal, progress, note } = call;
  const { emit = async () => {} } = call;
  return {
    cwd: call.cwd,
    ...bounds,
    ...(workspaces === undefined ? {} : { workspaces }),
    ...(conversations === undefined ? {} : { conversations }),
    ...(agent === null ? {} : { caller: agent }),
    now: call.now,
    interactive: false,
    signal,
    progress: (text) => {
      // Long work reports progress regularly; that is also where it ends when the client has left.
      signal.throwIfAborted();
      progress(text);
    },
    note,
    incoming: () => {
      throw new HoldallError("E_USAGE", `Cannot read standard input: ${form} has none`, {
        cure: "give the text itself",
      });
    },
    emit,
  };
}

/** Refuses an answer that is larger than a client should have to take. */
export function limitAnswer(text: string, maxBytes: number): void {
  if (Buffer.byteLength(text) <= maxBytes) return;
  throw new HoldallError("E_LIMIT", `Cannot answer: more than ${formatCount(maxBytes, "byte")}`, {
    cure: "ask for less: a limit, a range or a smaller part",
  });
}

/** What is answered to a model or a program: everything, with placeholders where it would get a secret. */
export function withoutSecrets<Value>(value: Value, redactor: Redactor | null): Value {
  redactor?.learn(value);
  return redactor?.value(value, "result") ?? value;
}

/** Any error as one of ours. A fault of our own is shown to whoever started the server. */
export function asHoldallError(error: unknown): HoldallError {
  if (error instanceof HoldallError) return error;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${printable(stack)}\n`);
  return new HoldallError("E_INTERNAL", "Cannot answer: an internal error of Holdall", {
    cure: "see what the server printed, and report it",
  });
}
