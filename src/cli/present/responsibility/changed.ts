import type { Presenter } from "../presenter.ts";
import { responsibilityLine } from "./line.ts";

const present: Presenter<
  | "responsibility add"
  | "responsibility activate"
  | "responsibility suspend"
  | "responsibility retire"
> = ({ responsibility, changed }) => [
  `${changed ? "Recorded" : "Already so:"} ${responsibilityLine(responsibility)}`,
];

export default present;
