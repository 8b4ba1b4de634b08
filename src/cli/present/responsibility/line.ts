import { excerpt } from "../../../base/text/text.ts";
import type { Shown } from "../presenter.ts";

/** A responsibility in one line. */
export function responsibilityLine(
  responsibility: Shown<"responsibility get">["responsibility"],
): string {
  const { id, status, name, capability_path, chief_of_staff_id: chief } = responsibility;
  const title = name === null ? "" : `  ${excerpt(name, 60)}`;
  const facts = [excerpt(capability_path, 80), ...(chief === id ? [] : [`answers to ${chief}`])];
  return `${id}  ${status}${title}  (${facts.join(", ")})`;
}
