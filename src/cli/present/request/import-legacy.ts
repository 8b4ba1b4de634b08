import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"request import-legacy"> = ({ imported, skipped }) => [
  `Imported ${formatCount(imported.length, "request")}; ${skipped.length} were skipped`,
  ...imported.map((id) => `  ${id}`),
  ...skipped.map(({ id, reason }) => `  skipped ${printable(id)}: ${printable(reason)}`),
];

export default present;
