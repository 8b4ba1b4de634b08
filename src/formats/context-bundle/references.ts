import { pointerTo } from "../../base/json/pointer.ts";
import type { BundleDocument, SchemaTag } from "../../model/context-documents.ts";
import type { ContextItem } from "../../model/context-items.ts";

/** A place in a document that names an artifact. */
export interface Reference {
  readonly id: string;
  readonly pointer: string;
  /** What the artifact must contain for the reference to make sense. */
  readonly expects: SchemaTag | "text" | "anything";
  /** Whether the context cannot be given to a model without it. */
  readonly isNeeded: boolean;
}

/** Every artifact that a document names, in order. */
export function referencesOf(document: BundleDocument): readonly Reference[] {
  switch (document.schema) {
    case "rip.context_bundle.v1":
    case "rip.context_bundle.v2":
      return document.items.flatMap((item, index) => referenceOf(item, `/items/${index}`) ?? []);
    case "rip.compaction_summary.v1": {
      const id = document.basis?.base_summary_artifact_id;
      const pointer = "/basis/base_summary_artifact_id";
      if (!id) return [];
      return [{ id, pointer, expects: "rip.compaction_summary.v1", isNeeded: false }];
    }
    case "rip.handoff_context_bundle.v1":
      return (document.refs?.artifacts ?? []).map(({ artifact_id }, index) => ({
        id: artifact_id,
        pointer: `${pointerTo("/refs/artifacts", index)}/artifact_id`,
        expects: "anything",
        isNeeded: false,
      }));
    default:
      return document satisfies never;
  }
}

function referenceOf(item: ContextItem, at: string): Reference | null {
  const pointer = `${at}/artifact_id`;
  switch (item.type) {
    case "summary_ref":
      return {
        id: item.artifact_id,
        pointer,
        expects: "rip.compaction_summary.v1",
        isNeeded: true,
      };
    case "handoff_bundle_ref":
      return {
        id: item.artifact_id,
        pointer,
        expects: "rip.handoff_context_bundle.v1",
        isNeeded: true,
      };
    case "state_ref":
      return { id: item.artifact_id, pointer, expects: "text", isNeeded: true };
    case "artifact_ref":
    case "tool_result":
      if (!item.artifact_id) return null;
      return { id: item.artifact_id, pointer, expects: "anything", isNeeded: false };
    case "message":
    case "file_ref":
    case "tool_side_effect_ref":
    case "tool_call":
      return null;
    default:
      return item satisfies never;
  }
}
