import { excerpt } from "../../../base/text/text.ts";
import type { Shown } from "../presenter.ts";

/** A link of the lineage in one line. */
export function linkLine(link: Shown<"context lineage link">["links"][number]): string {
  const { input_artifact_id: from, output_artifact_id: to, tool_name } = link;
  return `  ${excerpt(from)} went into ${excerpt(to)} by ${excerpt(tool_name)}`;
}

/** An artifact of the lineage in one line. */
export function artifactLine(artifact: Shown<"context lineage register">["artifact"]): string {
  const { id, artifact_type, uri, responsibility_id } = artifact;
  return `${excerpt(id)}  ${artifact_type} of ${responsibility_id}  ${excerpt(uri, 120)}`;
}
