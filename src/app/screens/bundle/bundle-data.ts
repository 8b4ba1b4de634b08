import type { PageFinding } from "../../../web/page.ts";
import type { LossData } from "../../../web/text/group-losses.ts";

/** A finding as operations report it. */
export interface FindingData extends Pick<PageFinding, "severity" | "code" | "message"> {
  readonly file: string | null;
  readonly pointer: string | null;
  readonly line: number | null;
}

/** The check of a bundle that was sent, as far as the screen shows it. */
export interface BundleCheck {
  readonly name: string;
  readonly inspect: {
    readonly format: string | null;
    readonly version: string | null;
    readonly container: string;
    readonly title: string | null;
    readonly facts: readonly {
      readonly label: string;
      readonly value: string | number | boolean;
    }[];
    readonly outline: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  } | null;
  readonly verify: {
    readonly ok: boolean;
    readonly summed: number | null;
    readonly signed_by: {
      readonly fingerprint: string;
      readonly principal: string | null;
    } | null;
    readonly findings: readonly FindingData[];
  };
  readonly conversions: readonly ConversionData[];
}

/** What another format would make of a bundle. */
export interface ConversionData {
  readonly to: string;
  readonly loss:
    | (Readonly<Record<"kept" | "changed" | "summarised" | "dropped", number>> & {
        readonly items: readonly LossData[];
      })
    | null;
  readonly reason: string | null;
}
