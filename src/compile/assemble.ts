/**
 * The last step of a compile: writes the chosen items as a bundle. The bytes are the result that is
 * recorded, hashed and compared by a recompute, so their form is fixed
 * (`model/serialise-document.ts`).
 */

import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import type { CompiledContext } from "../model/context-documents.ts";
import { itemTypesOfV2 } from "../model/context-items.ts";
import { serialiseBuiltDocument } from "../model/serialise-document.ts";
import type { Selection } from "./strategies/strategy.ts";

/** Who compiled: the id under which bundles of this layout are known. */
export const COMPILER_ID = "rip.context_compiler.v1";

/** The run id of a compile that is not recorded. A fixed one keeps previews reproducible. */
export const PREVIEW_RUN = "00000000-0000-0000-0000-000000000000";

/** What was compiled: the thread, the cut, and the message that is answered. */
export type CompileSource = CompiledContext["source"] & { readonly from_message_id: string };

/** For whom it was compiled. */
export type CompileProvenance = CompiledContext["provenance"];

/** A compiled context and its bytes. */
export interface AssembledBundle {
  readonly document: CompiledContext;
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes, which is the bundle's name as an artifact. */
  readonly artifact_id: string;
}

/**
 * Builds the bundle of a selection. Layout version 2 is used only if an item needs it, so that
 * readers of version 1 can read every bundle that they could understand.
 */
export function assembleBundle(
  selection: Selection,
  source: CompileSource,
  provenance: CompileProvenance,
): AssembledBundle {
  const items = selection.chosen.map(({ item }) => item);
  assertAnchored(items, source);
  const isLater = items.some(({ type }) => itemTypesOfV2.has(type));
  const head = {
    compiler: { id: COMPILER_ID, strategy: selection.strategy },
    source: { ...source },
    provenance: { ...provenance },
  };
  const document = (
    isLater
      ? { schema: "rip.context_bundle.v2", ...head, items }
      : { schema: "rip.context_bundle.v1", ...head, items }
  ) as CompiledContext; // No item above is of the second version, which the compiler cannot see.
  const bytes = serialiseBuiltDocument(document);
  return { document, bytes, artifact_id: sha256(bytes) };
}

/**
 * A bundle without the question, or with a later one, must never reach a model. Checked here for
 * every strategy, because an error in one would otherwise produce an answer to the wrong message.
 */
function assertAnchored(items: CompiledContext["items"], { from_message_id }: CompileSource): void {
  const last = items.findLast((item) => item.type === "message" && item.role === "user");
  if (last?.type === "message" && last.thread_event_id === from_message_id) return;
  throw new HoldallError(
    "E_INTERNAL",
    `Cannot assemble the context for message "${from_message_id}": it is not the last user message`,
  );
}
