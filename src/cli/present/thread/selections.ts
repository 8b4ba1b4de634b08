import { asText, type Json, type JsonObject } from "../../../base/json/value.ts";
import { printable } from "../../../base/text.ts";

interface Output {
  readonly decisions: readonly {
    readonly seq: number;
    readonly message_id?: string;
    readonly compiler_strategy?: string;
    readonly reason?: { readonly cause?: Json };
    readonly resets: readonly JsonObject[];
    readonly omitted?: { readonly messages?: Json };
  }[];
}

export default function present({ decisions }: Output): string[] {
  if (decisions.length === 0) return ["nothing was compiled and recorded yet"];
  return decisions.flatMap((decision) => {
    const cause = asText(decision.reason?.cause ?? "");
    const left = decision.omitted?.messages;
    const head = `#${decision.seq} ${decision.compiler_strategy} (${cause}) for ${decision.message_id}`;
    return [
      printable(left === undefined ? head : `${head}, ${asText(left)} messages left out`),
      ...decision.resets.map(resetLine),
    ];
  });
}

function resetLine({ input, action, reason }: JsonObject): string {
  return printable(`    ${asText(input)} ${asText(action)}: ${asText(reason)}`);
}
