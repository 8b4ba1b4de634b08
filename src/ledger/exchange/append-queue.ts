import type { Findings } from "../../base/findings.ts";
import type { NewEvent } from "../append.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Events of an import that are appended together. */
export interface AppendQueue {
  /** Adds an event whose line had this many characters. */
  add(event: NewEvent, characters: number): Promise<void>;
  /** Appends what is queued, unless a fault was found: the import is then rolled back anyway. */
  flush(): Promise<void>;
}

const BATCH = 500;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Creates a queue that is bounded in the number of events and in their length. */
export function createAppendQueue(unit: UnitOfWork, findings: Findings): AppendQueue {
  const batch: NewEvent[] = [];
  let waiting = 0;

  async function flush(): Promise<void> {
    waiting = 0;
    if (batch.length > 0 && findings.errorCount() === 0) await unit.append(batch.splice(0));
  }

  return {
    async add(event, characters) {
      waiting += characters;
      if (batch.push(event) >= BATCH || waiting > BATCH_CHARACTERS) await flush();
    },
    flush,
  };
}
