import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import presentState from "../state/show.ts";
import { sessionLine } from "./list.ts";

type Packet = NonNullable<Shown<"session resume">["packet"]>;

const present: Presenter<"session resume"> = ({ packet, alternatives }, terminal) => {
  const others = alternatives.map((session) => sessionLine(session, terminal));
  if (packet === null)
    return [
      "Several sessions match. Name one of them with --user, --session and --task:",
      ...others,
    ];
  return [
    ...packetLines(packet, terminal),
    ...(others.length === 0 ? [] : ["", "Other sessions that match:", ...others]),
  ];
};

export default present;

/**
 * A resume packet: the state's headline, then what to do next and the warnings, then the entries.
 */
function packetLines(packet: Packet, terminal: Terminal): string[] {
  const { goal, next_step, session, warnings } = packet;
  const facts = [
    ...(session.handed_off_from === null ? [] : [`from   ${session.handed_off_from}`]),
    ...(goal === null ? [] : [`task   ${goal}`]),
    ...(next_step === null || next_step === goal ? [] : [`next   ${next_step}`]),
  ];
  const [headline = "", ...state] = presentState(packet.snapshot, terminal);
  return [
    headline,
    ...facts.map((line) => printable(line)),
    ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
    ...state,
  ];
}
