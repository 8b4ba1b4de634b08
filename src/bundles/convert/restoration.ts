import type { StateParts } from "../../formats/state-codec.ts";
import type { Carried } from "./carried.ts";
import { CARRIED_FILE } from "./carried-facts.ts";
import type { CommonState, NamedCodec } from "./common-state.ts";
import type { LossTally } from "./loss-tally.ts";

/** A conversion that is being undone: its result, what was carried with it, and where the report goes. */
export interface Restoration {
  /** The format of the converted bundle, and the bundle's records. */
  readonly converted: NamedCodec;
  readonly convertedParts: StateParts;
  readonly common: CommonState;
  /** The format that the state came from. */
  readonly origin: NamedCodec;
  readonly carried: Carried;
  readonly tally: LossTally;
  /** What was carried and is not used. */
  readonly refused: LossTally;
  countTokens(text: string): number;
}

/** Reason for something in the report that the converted bundle did not show. */
export const RESTORED = `restored from ${CARRIED_FILE}`;
/** Reason for not using something that was carried. */
export const CONTRADICTS = "it contradicts the bundle's own files";
/** Reason for a difference that somebody made after the conversion. */
export const EDITED = "edited since the conversion; the edit is kept";
