import type { PublishedVolume } from "./gate.ts";
import type { Volume } from "./volume.ts";

/** The share by which a file may grow, and prominence may fall, in one publication, in percent. */
const MAX_CHANGE = 10;

/** A change since the last publication that somebody should look at. */
export interface Change {
  readonly code: "file_growth" | "prominence_change";
  readonly detail: string;
}

/**
 * What changed much since the last publication: an authored file that grew by more than 10 % of itself,
 * and critical workflows whose share of the context fell by more than 10 % of what it was. Files with fewer
 * lines than the floor may grow: in a short one, 10 % is a line.
 */
export function findChanges(
  now: Volume,
  before: PublishedVolume | null,
  floor: number,
): readonly Change[] {
  const grown = Object.entries(before?.files ?? {}).flatMap(([path, old]): readonly Change[] => {
    const lines = now.per_file[path] ?? 0;
    const growth = (100 * (lines - old)) / old;
    if (old === 0 || old < floor || growth <= MAX_CHANGE) return [];
    return [{ code: "file_growth", detail: `${path} grew by ${growth.toFixed(1)} %` }];
  });
  return [...grown, ...prominenceChange(now.prominence_pct ?? 0, before?.prominence_pct ?? 0)];
}

function prominenceChange(now: number, before: number): readonly Change[] {
  if (before === 0 || (100 * (before - now)) / before <= MAX_CHANGE) return [];
  const detail = `critical workflows fell from ${before.toFixed(1)} % to ${now.toFixed(1)} % of the context`;
  return [{ code: "prominence_change", detail }];
}
