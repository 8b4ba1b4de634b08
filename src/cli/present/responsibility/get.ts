import type { Presenter } from "../presenter.ts";
import { responsibilityLine } from "./line.ts";

const present: Presenter<"responsibility get"> = ({ responsibility, manifest }) => [
  responsibilityLine(responsibility),
  `  manifest ${manifest.sha256 ?? "missing"}${manifest.matches ? "" : ", not as registered"}`,
];

export default present;
