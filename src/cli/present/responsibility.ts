import { excerpt } from "../../base/text/text.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";

const presentChanged: Presenter<
  | "responsibility add"
  | "responsibility activate"
  | "responsibility suspend"
  | "responsibility retire"
> = ({ responsibility, changed }) => [
  `${changed ? "Recorded" : "Unchanged:"} ${responsibilityLine(responsibility)}`,
];

const presentGet: Presenter<"responsibility get"> = ({ responsibility, manifest }) => [
  responsibilityLine(responsibility),
  `  manifest ${manifest.sha256 ?? "missing"}${manifest.matches ? "" : ", not as registered"}`,
];

/** A responsibility in one line. */
function responsibilityLine(responsibility: Shown<"responsibility get">["responsibility"]): string {
  const { id, status, name, capability_path, chief_of_staff_id: chief } = responsibility;
  const title = name === null ? "" : `  ${excerpt(name, 60)}`;
  const facts = [excerpt(capability_path, 80), ...(chief === id ? [] : [`answers to ${chief}`])];
  return `${id}  ${status}${title}  (${facts.join(", ")})`;
}

const presentList: Presenter<"responsibility list"> = ({ responsibilities }) =>
  responsibilities.length === 0
    ? ["No responsibilities. Register one with `holdall responsibility add`"]
    : responsibilities.map(responsibilityLine);

/** How the results of these operations are shown. */
export default {
  "responsibility add": presentChanged,
  "responsibility list": presentList,
  "responsibility get": presentGet,
  "responsibility activate": presentChanged,
  "responsibility suspend": presentChanged,
  "responsibility retire": presentChanged,
} satisfies Presenters<"responsibility">;
