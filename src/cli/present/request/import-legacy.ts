import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"request import-legacy"> = ({ imported, skipped }) => [
  `Imported ${imported.length} requests; ${skipped.length} were skipped`,
  ...imported.map((id) => `  ${id}`),
  ...skipped.map(({ id, reason }) => `  skipped ${printable(id)}: ${printable(reason)}`),
];

export default present;
