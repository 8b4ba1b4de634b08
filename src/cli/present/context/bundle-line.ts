import { excerpt } from "../../../base/text/text.ts";
import type { Shown } from "../presenter.ts";

/** A bundle in one line. */
export function bundleLine(bundle: Shown<"context bundle show">["bundle"]): string {
  const { bundle_id, ingestion_status, scope, primary_responsibilities: primary, review } = bundle;
  const facts = [
    `${bundle.files} ${bundle.files === 1 ? "file" : "files"}`,
    primary.length === 0 ? "for nobody yet" : `for ${primary.join(", ")}`,
    ...(review === null ? [] : [`${review.decision}: ${excerpt(review.reason, 80)}`]),
    ...(bundle.metadata === "changed" ? ["bundle.yaml was changed by hand"] : []),
    ...(bundle.fault === null ? [] : [excerpt(bundle.fault, 120)]),
  ];
  return `${bundle_id}  ${ingestion_status}  ${excerpt(scope, 60)}  (${facts.join("; ")})`;
}
