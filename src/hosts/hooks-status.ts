import type { HostPlace, Scope } from "../agents/host.ts";
import type { HostId } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { readExternalText } from "../disk/replace-text-file.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { hookFileOf, reviewOf } from "./hook-registration.ts";
import { readHostFile } from "./host-file.ts";
import { hostPlace } from "./host-place.ts";

/** The hooks of a host in one scope, and whether each will run. */
export function hooksIn(context: OperationContext, host: HostId, scope: Scope) {
  const place = hostPlace(context, scope);
  const found = hookFileOf(host, place);
  const text = found === null ? null : readUnlinked(context, place, found.file);
  if (found === null || text === null) return [];
  const review = reviewOf(host, scope);
  const notes = review === null ? "" : (readExternalText(review.notesFile(place)) ?? "");
  return found.find(text).map(({ event, command, at }) => {
    const runs = review === null || review.isApproved(notes, found.file, at);
    const cure = runs ? null : (review?.instruction ?? null);
    return { host, scope, file: found.file, event, command, runs, cure };
  });
}

/** The text of a host's file; one reached by a link of the project is reported and not read. */
function readUnlinked(context: OperationContext, place: HostPlace, file: string): string | null {
  try {
    return readHostFile(place, file);
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_LINK") throw error;
    context.note(error.message);
    return null;
  }
}
