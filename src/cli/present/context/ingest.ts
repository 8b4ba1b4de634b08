import type { Presenter } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<"context ingest"> = ({ bundle, request_id, created }) => [
  `${created ? "Prepared" : "Already prepared:"} ${bundleLine(bundle)}`,
  ...(request_id === null ? [] : [`  the steward was asked by request ${request_id}`]),
];

export default present;
