import { formatCount } from "../../../base/text/format-count.ts";
import { excerptLine } from "../../../base/text/one-line.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context drop scan"> = ({ bundles, linked, waiting, skipped }) => [
  `Took in ${formatCount(bundles.length, "file")}; ${waiting.length} still waiting`,
  ...bundles.map((id) => `  bundle ${id}`),
  ...linked.map((name) => `  ${excerptLine(name, 200)} has known content`),
  ...waiting.map((name) => `  ${excerptLine(name, 200)} is taken in when it no longer changes`),
  ...skipped.map(({ path, reason }) => `  ${excerptLine(path, 200)} was skipped: ${reason}`),
];

export default present;
