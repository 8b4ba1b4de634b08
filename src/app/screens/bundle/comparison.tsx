import { createTwoFilesPatch } from "diff";
import { Diff } from "../../../web/components/diff.tsx";
import type { BundleCheck } from "./bundle-data.ts";

/** Two bundles. */
interface ComparisonProps {
  readonly left: BundleCheck;
  readonly right: BundleCheck;
}

/** What differs between the contents of two bundles, whatever their formats are. */
export function Comparison({ left, right }: ComparisonProps) {
  const before = contentsOf(left);
  const after = contentsOf(right);
  return (
    <section class="part">
      <h2>What differs</h2>
      {before === after ? (
        <p class="quiet">Nothing: both have the same contents.</p>
      ) : (
        <Diff text={createTwoFilesPatch(left.name, right.name, before, after)} />
      )}
    </section>
  );
}

/** Lines that are compared; a longer outline takes a browser too long. */
const MAX_LINES = 5_000;

function contentsOf({ inspect }: BundleCheck): string {
  const lines = (inspect?.outline ?? []).flatMap(({ heading, lines: members }) => [
    heading,
    ...members.map((line) => `  ${line}`),
  ]);
  return `${lines.slice(0, MAX_LINES).join("\n")}\n`;
}
