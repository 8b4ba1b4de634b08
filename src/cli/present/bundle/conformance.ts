import type { Presenter } from "../presenter.ts";

const present: Presenter<"conformance"> = (output, terminal) => {
  const failures = output.cases
    .filter((each) => !each.passed)
    .map((each) => {
      const detail = each.detail === null ? "" : ` (${each.detail})`;
      return `${terminal.style("red", "✗")} ${each.format}: ${each.name}: expected ${each.expected}, got ${each.said}${detail}`;
    });
  return [...failures, `${output.passed} passed, ${output.failed} failed`];
};

export default present;
