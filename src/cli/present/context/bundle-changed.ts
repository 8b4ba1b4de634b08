import type { Presenter, Shown } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<
  | "context bundle register"
  | "context bundle dispatch"
  | "context bundle retire"
  | "context bundle reject"
> = ({ bundle, changed, rfa_ids }) => [
  changed
    ? `${stepOf(bundle)} ${bundleLine(bundle)}`
    : `Unchanged: ${bundle.bundle_id} is already ${bundle.ingestion_status}`,
  ...rfa_ids.map((id) => `  offered by request ${id}`),
];

/** The step that led here; a rejected bundle stays pending. */
function stepOf({ ingestion_status: status }: Shown<"context bundle show">["bundle"]): string {
  return status === "pending"
    ? "Rejected"
    : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`;
}

export default present;
