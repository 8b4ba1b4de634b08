import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { HandoffRecord } from "../../sessions/handoff-record.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import type { HandoffRequest } from "../request.ts";
import type { Receiver } from "../write-session.ts";
import type { HandoffInput } from "./input.ts";
import type { HandoffOutput } from "./report.ts";
import { NO_HANDOFF } from "./undo.ts";
import {
  describeUpdate,
  planUpdate,
  type UpdatePlan,
  type UpdateTarget,
  updateSchema,
} from "./update.ts";

/** What an update has to do; undefined for a handoff that is none. */
export async function updateFor(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  target: UpdateTarget,
): Promise<UpdatePlan | undefined> {
  if (!input.update) return undefined;
  const part = input.since === undefined ? input.until && "until" : "since";
  if (part !== undefined) {
    throw new HoldallError("E_USAGE", `Cannot update with --${part}: an update takes what is new`, {
      cure: `leave out --update, or --${part}`,
    });
  }
  return planUpdate(context, source, target);
}

/** The part of the source that an update hands over in a new session. */
export function partOfUpdate(update: UpdatePlan | undefined): Partial<HandoffRequest> {
  if (update?.record == null || update.since === null) return {};
  const { session_id, at } = update.record;
  return { since: update.since, continues: { session_id, at } };
}

/** The folder in which the receiver works: of a session that is extended its own. */
export async function workFolder(
  receiver: Receiver,
  extended: HandoffRecord | null,
  otherwise: string,
): Promise<string> {
  const earlier = extended === null ? null : await receiver.recognise(extended.path ?? "");
  return earlier?.cwd ?? otherwise;
}

/** The report when the receiver has everything already. */
export function nothingNew(
  source: HandoffSource,
  receiver: Receiver,
  update: UpdatePlan,
  input: HandoffInput,
): HandoffOutput {
  const { header } = source.session;
  return {
    ...NO_HANDOFF,
    kind: "handoff",
    agent: receiver.id,
    session_id: update.earlier ?? "",
    path: update.record?.path ?? "",
    from: {
      agent: header.agent,
      session_id: source.session_id,
      title: header.title,
      path: source.path,
    },
    dry_run: input["dry-run"],
    update: updateSchema().parse(update),
    notes: [describeUpdate(update, input["dry-run"])],
  };
}

/** Refuses to update a path: what lies there is replaced, not continued. */
export function refuseUpdate(to: string): never {
  throw new HoldallError("E_USAGE", `Cannot update "${to}": only an agent's session is updated`, {
    cure: "leave out --update; --force replaces a bundle, page or trajectory",
  });
}
