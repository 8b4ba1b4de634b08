import type { PageFinding } from "../page.ts";
import { LongList } from "./long-list.tsx";

/** What a check found, the gravest first. */
export function FindingList({ findings }: { readonly findings: readonly PageFinding[] }) {
  if (findings.length === 0) return <p class="quiet">No findings.</p>;
  const order = { error: 0, warning: 1, note: 2 } as const;
  const sorted = [...findings].sort((a, b) => order[a.severity] - order[b.severity]);
  return (
    <div class="findings">
      <LongList items={sorted} noun="finding" keyOf={(_, index) => index}>
        {({ severity, code, message, place }) => (
          <div class={`finding ${severity}`}>
            <strong>{severity}</strong> <code>{code}</code> <bdi>{message}</bdi>
            {place !== "" && <bdi class="place">{place}</bdi>}
          </div>
        )}
      </LongList>
    </div>
  );
}
