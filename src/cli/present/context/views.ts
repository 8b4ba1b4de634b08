import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt } from "../../../base/text/text.ts";
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
  const done = describe(written.length, faults, unchanged);
  return [
    done,
    ...left.map((name) => `  ${excerpt(name, 200)} is missing or differs from its request`),
    ...orphans.map((name) => `  ${excerpt(name, 200)} has no request`),
  ];
};

function describe(written: number, faults: number, unchanged: number): string {
  if (written > 0) return `Wrote ${formatCount(written, "page")}; ${unchanged} were up to date`;
  if (faults === 0) return `Up to date: ${formatCount(unchanged, "page")}`;
  return `Found ${formatCount(faults, "page")} to look at; ${unchanged} are up to date`;
}

export default present;
