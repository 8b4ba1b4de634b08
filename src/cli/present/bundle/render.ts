import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

/** The request itself is printed as it is; this line is for `--json` and notes. */
const present: Presenter<"render"> = ({ format, request }) => [
  `Rendered a ${format} bundle for ${request.renderer.id} (${formatCount(request.resets.length, "change")})`,
];

export default present;
