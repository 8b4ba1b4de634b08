import type { Presenter } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<"context bundle show"> = ({ bundle }) => [
  bundleLine(bundle),
  ...bundle.rfa_ids.map((id) => `  request ${id}`),
];

export default present;
