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
    : `already ${bundle.ingestion_status}: ${bundle.bundle_id}`,
  ...rfa_ids.map((id) => `  offered by request ${id}`),
];

export default present;
