import type { Answer } from "../../answers.ts";

/** What the server reports about a bundle that was sent to it. */
export interface BundleCheck {
  readonly name: string;
  /** Null when it cannot be read as a bundle. */
  readonly inspect: Answer<"inspect"> | null;
  readonly verify: Answer<"verify">;
  readonly conversions: readonly ConversionData[];
}

/** A finding as operations report it. */
export type FindingData = BundleCheck["verify"]["findings"][number];

/** What another format would make of a bundle. */
export interface ConversionData {
  readonly to: string;
  readonly loss: Answer<"convert">["loss"] | null;
  /** Why there is no such conversion. */
  readonly reason: string | null;
}
