import type { PageFinding } from "../page.ts";

/** What a check found, the gravest first. */
export function FindingList({ findings }: { readonly findings: readonly PageFinding[] }) {
  if (findings.length === 0) return <p class="quiet">No findings.</p>;
  const order = { error: 0, warning: 1, note: 2 } as const;
  const sorted = [...findings].sort((a, b) => order[a.severity] - order[b.severity]);
  return (
    <ul class="findings">
      {sorted.map(({ severity, code, message, place }, at) => (
        <li key={at} class={severity}>
          <strong>{severity}</strong> <code>{code}</code> <bdi>{message}</bdi>
          {place !== "" && <bdi class="place">{place}</bdi>}
        </li>
      ))}
    </ul>
  );
}
