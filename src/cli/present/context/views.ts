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
  const left = [...differing, ...missing].filter((name) => !written.includes(name));
  const faults = left.length + orphans.length;
  const done =
    written.length === 0 && faults > 0
      ? `Found ${formatCount(faults, "page")} to look at; ${unchanged} are up to date`
      : `Wrote ${formatCount(written.length, "page")}; ${unchanged} were up to date`;
  return [
    done,
    ...left.map((name) => `  ${excerpt(name, 200)} is missing or differs from its request`),
    ...orphans.map((name) => `  ${excerpt(name, 200)} has no request`),
  ];
};

export default present;
