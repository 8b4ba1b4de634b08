import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { PiecePresenter, Presenter } from "../presenter.ts";

const present: Presenter<"context watch"> = ({ looks, done }) => [
  `Stopped after ${formatCount(looks, "check")}; ${formatCount(done, "thing")} done`,
];

export default present;

/** One line for each thing that was done, beginning with its time. */
export const piece: PiecePresenter<"context watch"> = ({
  at,
  event,
  responsibility_id: id,
  detail,
}) => [`${at} ${event}${id === null ? "" : ` ${id}`}: ${printable(detail)}`];
