import type { Row } from "../../../web/page.ts";

/** What the requests of a part of a conversation took, with the row of the largest one. */
export interface ContextUse extends Pick<Row, "number" | "place"> {
  /** Tokens that the model read with that request: how full its context was. */
  readonly input: number;
  /** US dollars until then, without sub-agents, whose place in time is their own; null once a price is not known. */
  readonly usd: number | null;
}

/** Bars of a chart; more requests share one, which has the largest of them. */
const MAX_BARS = 240;

/** How full the context was with each request of a conversation, and what they had cost by then. */
export function contextUse(rows: readonly Row[]): readonly ContextUse[] {
  const requests: ContextUse[] = [];
  let usd: number | null = 0;
  for (const { number, place, used, group } of rows) {
    if (used === undefined || group !== undefined) continue;
    usd = usd === null || used.usd === null ? null : usd + used.usd;
    if (used.input > 0) {
      requests.push({ number, ...(place !== undefined && { place }), input: used.input, usd });
    }
  }
  const each = Math.ceil(requests.length / MAX_BARS);
  if (each <= 1) return requests;
  const bars: ContextUse[] = [];
  for (let at = 0; at < requests.length; at += each) {
    const part = requests.slice(at, at + each);
    const largest = part.reduce((left, right) => (right.input > left.input ? right : left));
    bars.push({ ...largest, usd: part.at(-1)?.usd ?? null });
  }
  return bars;
}
