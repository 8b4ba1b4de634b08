import { decodeUtf8 } from "../../base/text/text.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { readText } from "../../ledger/texts.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { LayerUnit } from "../layers/layer-unit.ts";
import { factsOf } from "../recall.ts";
import { selectUnits, type UnitFilter } from "../tables.ts";
import { contentOf } from "../units.ts";

/** The formats of an export of units. */
export const unitFormats = ["records", "pam", "oamp"] as const;
const MAX_UNITS = 1_000_000;

type Exported = LayerUnit & { readonly created_at: string };

/** Units without secrets; their ids stay, so that who has them already finds them again. */
export function redactUnits(
  units: readonly Exported[],
  redactor: Redactor | null,
): readonly Exported[] {
  if (redactor === null) return units;
  redactor.learn(units);
  return units.map((each) => ({ ...each, unit: redactor.value(each.unit, each.id) }));
}

/**
 * Active and archived units, the oldest first. Retracted ones are not exported; redacted ones have
 * no content.
 */
export async function collectUnits(
  ledger: Ledger,
  filter: UnitFilter,
): Promise<{ readonly units: readonly Exported[]; readonly leftOut: number }> {
  return ledger.read(async (tx) => {
    const units: Exported[] = [];
    let leftOut = 0;
    const rows = await selectUnits(tx, { ...filter, states: ["active", "archived"] }, MAX_UNITS);
    for (const row of rows.toReversed()) {
      const content = await contentOf(tx, row);
      const bytes = row.record === null ? null : await readText(tx, row.record);
      if (content === null) {
        leftOut++;
        continue;
      }
      const record = bytes === null ? null : decodeUtf8(bytes);
      const unit = { ...factsOf(row), content, record };
      units.push({ id: row.unit_id, unit, state: row.state, created_at: row.created_at });
    }
    return { units, leftOut };
  });
}
