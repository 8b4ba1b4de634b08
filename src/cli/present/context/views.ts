import { formatCount } from "../../../base/format-count.ts";
import { excerpt } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context views"> = ({
  written,
  unchanged,
  differing,
  missing,
  orphans,
}) => {
  const left = written.length > 0 ? [] : [...differing, ...missing];
  return [
    `Wrote ${formatCount(written.length, "page")}; ${unchanged} were up to date`,
    ...left.map((name) => `  ${excerpt(name, 200)} is missing or differs from its request`),
    ...orphans.map((name) => `  ${excerpt(name, 200)} has no request`),
  ];
};

export default present;
