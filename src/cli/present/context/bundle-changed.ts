import type { Presenter } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<
  | "context bundle register"
  | "context bundle dispatch"
  | "context bundle retire"
  | "context bundle reject"
> = ({ bundle, changed, rfa_ids }) => [
  changed
    ? `Recorded ${bundleLine(bundle)}`
    : `Unchanged: ${bundle.bundle_id} is already ${bundle.ingestion_status}`,
  ...rfa_ids.map((id) => `  offered by request ${id}`),
];

export default present;
