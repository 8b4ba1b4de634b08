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

/** A resume packet: the task, the next step and what is open, then the warnings, then the state. */
function packetLines(packet: Packet, terminal: Terminal): string[] {
  const { goal, next_step, open, last_failed_check, session, warnings } = packet;
  const facts = [
    ...(goal === null ? [] : [`task   ${goal}`]),
    ...(next_step === null || next_step === goal ? [] : [`next   ${next_step}`]),
    ...open.map((text) => `open   ${text}`),
    ...(last_failed_check === null ? [] : [`failed ${last_failed_check}`]),
    ...(session.handed_off_from === null ? [] : [`from   ${session.handed_off_from}`]),
  ];
  return [
    ...facts.map((line) => printable(line)),
    ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
    ...(facts.length + warnings.length === 0 ? [] : [""]),
    ...presentState(packet.snapshot, terminal),
  ];
}
