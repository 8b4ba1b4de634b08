import { asText, isObject, type Json, type JsonObject } from "../../../base/json/value.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread selections"> = ({ decisions }) => {
  if (decisions.length === 0) return ["No compile has been recorded"];
  return decisions.flatMap(({ seq, compiler_strategy, message_id, ...decision }) => {
    const cause = asText(keyOf(decision.reason, "cause") ?? "");
    const left = keyOf(decision.omitted, "messages");
    const head = `#${seq} ${asText(compiler_strategy)} (${cause}) for ${asText(message_id)}`;
    return [
      printable(left === undefined ? head : `${head}, ${asText(left)} messages left out`),
      ...[decision.resets].flat().filter(isObject).map(resetLine),
    ];
  });
};

export default present;

/** Decisions of imported logs may have any shape, so each key is read defensively. */
function keyOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

function resetLine({ input, action, reason }: JsonObject): string {
  return printable(`    ${asText(input)} ${asText(action)}: ${asText(reason)}`);
}
