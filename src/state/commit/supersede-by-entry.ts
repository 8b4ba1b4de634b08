import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { type Decision, entryChange } from "../change.ts";
import { namedEntry } from "../find-entry.ts";
import { isActive, type LiveEntry, type State, versionOf } from "../state.ts";
import type { CommitRequest, CommitResult } from "./commit-request.ts";
import { supersededChange } from "./place-entry.ts";

/**
 * Replaces an entry by one that is in force already, where the text of a successor is the id of an entry: nobody means
 * those characters as a text. Null when the text is no id.
 */
export function supersedeByEntry(
  state: State,
  replaced: LiveEntry,
  { content, namespace, reason }: CommitRequest,
): Decision<CommitResult> | null {
  const successor = namedEntry(state, content.trim(), namespace);
  if (successor === null) return null;
  const { id, image, fullText } = successor;
  if (successor === replaced) {
    throw new HoldallError("E_USAGE", `Cannot supersede entry "${excerpt(id)}" by itself`, {
      cure: `give the text of the new entry, as in \`holdall state supersede ${excerpt(id)} 'TEXT'\``,
    });
  }
  if (!isActive(successor)) {
    const message = `Cannot supersede entry "${excerpt(replaced.id)}" by "${excerpt(id)}": that entry is archived`;
    throw new HoldallError("E_STATE", message, {
      cure: `restore it first with \`holdall state restore ${excerpt(id)}\`, or give a text`,
    });
  }
  const next = {
    namespace: successor.namespace,
    image: { ...image, supersedes: replaced.id, version: versionOf(successor) + 1 },
    fullText,
  };
  const changes = [
    supersededChange(state, replaced, id),
    entryChange(state, "state_superseded", next, { reason }),
  ];
  return {
    changes,
    result: {
      decision: "superseded",
      reason_code: "qualified",
      id,
      namespace: successor.namespace,
      slot: image.slot,
      tokens: image.tokens,
      version: next.image.version,
      resolution: image.resolution ?? "full",
      evicted: [],
      replaced: replaced.id,
      matched: null,
      compare: [],
      see_also: [],
      verdict: null,
    },
  };
}
