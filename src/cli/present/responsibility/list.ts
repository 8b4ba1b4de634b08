import type { Presenter } from "../presenter.ts";
import { responsibilityLine } from "./line.ts";

const present: Presenter<"responsibility list" | "responsibility search"> = ({
  responsibilities,
}) =>
  responsibilities.length === 0
    ? ["No responsibilities. Register one with `holdall responsibility add`"]
    : responsibilities.map(responsibilityLine);

export default present;
