import type { Presenter } from "../presenter.ts";
import { responsibilityLine } from "./line.ts";

const present: Presenter<
  | "responsibility add"
  | "responsibility activate"
  | "responsibility suspend"
  | "responsibility retire"
> = ({ responsibility, changed }) => [
  `${changed ? "Recorded" : "Unchanged:"} ${responsibilityLine(responsibility)}`,
];

export default present;
