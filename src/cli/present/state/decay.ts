import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly decayed: readonly {
    readonly id: string;
    readonly before: number | null;
    readonly retrieval_strength: number;
  }[];
}

export default function present({ decayed }: Output, terminal: Terminal): string[] {
  if (decayed.length === 0) return ["every entry is as strong as it was"];
  return decayed.map(({ id, before, retrieval_strength }) => {
    const was = before === null ? "" : terminal.style("dim", ` (was ${before.toFixed(3)})`);
    return `${retrieval_strength.toFixed(3)}${was}  ${excerpt(id)}`;
  });
}
