import { HoldallError } from "../../../base/errors.ts";
import type { UnitOfWork } from "../../../ledger/unit-of-work.ts";
import type { PreparedBundle } from "../../ingestion/prepare.ts";
import { clearStaged } from "../bundles.ts";
import type { ActingPlace } from "./acting.ts";
import { recordAndShow, type ShownBundle, type ShownChange } from "./record-and-show.ts";

/** What was recorded of staged content; without a bundle, no file shows it. */
interface Recorded {
  readonly prepared: PreparedBundle | null;
}

/**
 * Records a bundle whose content is staged, by its hash, and puts it into place. What is recorded and could not be put
 * into place stays staged: the next scan of the drop folder does it.
 */
export async function recordStaged<Result extends Recorded>(
  where: ActingPlace,
  contents: ReadonlyMap<string, Uint8Array>,
  record: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const { place, acting } = where;
  const completedBy = `holdall context drop scan --as ${acting.steward}`;
  try {
    const result = await recordAndShow(where, async (unit) => {
      const recorded = await record(unit);
      return { result: recorded, shown: shownBy(recorded, { contents, completedBy }) };
    });
    clearStaged(place, contents.keys());
    return result;
  } catch (error) {
    const isRecorded = error instanceof HoldallError && error.code === "E_UNFINISHED";
    if (!isRecorded) clearStaged(place, contents.keys());
    throw error;
  }
}

function shownBy({ prepared }: Recorded, files: Omit<ShownBundle, "bundle">): ShownChange {
  if (prepared === null) return { what: "a file", notes: [], requests: [] };
  const { bundle, notes, request_id } = prepared;
  const asked = request_id === null ? "" : ` and request "${request_id}"`;
  const requests = request_id === null ? [] : [request_id];
  const what = `bundle "${bundle.id}"${asked}`;
  return { what, notes, requests, bundles: [{ bundle, ...files }] };
}
