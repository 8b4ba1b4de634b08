import type { Presenter } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<"context bundle list"> = ({ bundles, backlog }) => [
  ...(bundles.length === 0 ? ["No bundles"] : bundles.map(bundleLine)),
  `${backlog} waiting for the steward`,
];

export default present;
