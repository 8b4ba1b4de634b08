import type { ReportRow } from "./report-row.ts";

/**
 * The same runs, with the home or the container in the name of an agent that ran in several: those are different
 * contestants.
 */
export function namePlaces<Row extends Pick<ReportRow, "tool" | "model" | "place">>(
  rows: readonly Row[],
): readonly Row[] {
  const places = new Map<string, Set<string | null>>();
  const keyOf = ({ tool, model }: Row) => JSON.stringify([tool, model]);
  for (const row of rows) {
    const key = keyOf(row);
    places.set(key, (places.get(key) ?? new Set()).add(row.place));
  }
  return rows.map((row) =>
    places.get(keyOf(row))?.size === 1
      ? row
      : { ...row, tool: `${row.tool ?? "unknown"} (${row.place ?? UNKNOWN})` },
  );
}

/** The name of an agent without its home or container. */
export function unplaced(tool: string | null): string | null {
  return tool?.replace(/ \((?:home|podman|docker) [^()]*\)$/, "") ?? null;
}

const UNKNOWN = "home unknown";
