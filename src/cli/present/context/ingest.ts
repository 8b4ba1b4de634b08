import type { Presenter } from "../presenter.ts";
import { bundleLine } from "./bundle-line.ts";

const present: Presenter<"context ingest"> = ({ bundle, request_id, created }) => [
  `${created ? "Prepared" : "Already prepared:"} ${bundleLine(bundle)}`,
  ...(request_id === null ? [] : nextSteps(bundle.bundle_id, request_id)),
];

function nextSteps(bundle: string, request: string): readonly string[] {
  return [
    `  the steward was asked by request ${request}`,
    "To continue, as the steward:",
    `  holdall request accept ${request} --as STEWARD`,
    `  holdall context bundle register ${bundle} --primary RESPONSIBILITY --as STEWARD`,
    `  holdall context bundle dispatch ${bundle} --as STEWARD`,
  ];
}

export default present;
