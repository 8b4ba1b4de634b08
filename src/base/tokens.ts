import { HoldallError } from "./errors.ts";
import { nearestName, type Registry } from "./registry.ts";

/** Counts the tokens of a text. The id is recorded with every count, so that it can be repeated. */
export interface TokenCounter {
  readonly id: string;
  count(text: string): number;
}

/** Every counter by id. */
const tokenCounters = {
  o200k_base: () => import("./token-counters/o200k-base.ts"),
  narrow_wide_v1: () => import("./token-counters/narrow-wide.ts"),
  text_pieces_v1: () => import("./token-counters/text-pieces.ts"),
  utf8_bytes_div4_v1: () => import("./token-counters/utf8-bytes-div4.ts"),
} satisfies Registry<TokenCounter>;

/** Loads a counter; exact ones load a vocabulary of megabytes, so call this only when needed. */
export async function loadTokenCounter(id: string): Promise<TokenCounter> {
  if (Object.hasOwn(tokenCounters, id))
    return (await tokenCounters[id as keyof typeof tokenCounters]()).default;
  const near = nearestName(id, Object.keys(tokenCounters));
  throw new HoldallError("E_USAGE", `Cannot count tokens with "${id}": there is no such counter`, {
    cure: near
      ? `did you mean "${near}"?`
      : `choose one of ${Object.keys(tokenCounters).join(", ")}`,
  });
}
