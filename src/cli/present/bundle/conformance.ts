import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly passed: number;
  readonly failed: number;
  readonly cases: readonly {
    readonly format: string;
    readonly name: string;
    readonly expected: string;
    readonly said: string;
    readonly passed: boolean;
    readonly detail: string | null;
  }[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const failures = output.cases
    .filter((each) => !each.passed)
    .map((each) => {
      const detail = each.detail === null ? "" : ` (${each.detail})`;
      return `${terminal.style("red", "✗")} ${each.format}: ${each.name}: expected ${each.expected}, said ${each.said}${detail}`;
    });
  return [...failures, `${output.passed} passed, ${output.failed} failed`];
}
