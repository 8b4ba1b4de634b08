import type { Presenter } from "../presenter.ts";
import { linkLine } from "./lineage.ts";

const present: Presenter<"context lineage link"> = ({ links }) => [
  `Recorded; the artifact has ${links.length} inputs`,
  ...links.map(linkLine),
];

export default present;
