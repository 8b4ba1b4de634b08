import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import { linkLine } from "./lineage.ts";

const present: Presenter<"context lineage link"> = ({ links }) => [
  `Recorded; the artifact has ${formatCount(links.length, "input")}`,
  ...links.map(linkLine),
];

export default present;
