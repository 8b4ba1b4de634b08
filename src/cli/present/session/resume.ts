import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { headline, type ShownState } from "../state/show.ts";
import { type ListedSession, sessionLine } from "./list.ts";

/** A resume packet as operations give it. */
export interface Packet {
  readonly session: { readonly handed_off_from: string | null };
  readonly restored_working_state: string;
  readonly goal: string | null;
  readonly snapshot: ShownState;
  readonly anchor: { readonly next_step: string | null } | null;
  readonly warnings: readonly string[];
}

interface Output {
  readonly packet: Packet | null;
  readonly alternatives: readonly ListedSession[];
}

export default function present({ packet, alternatives }: Output, terminal: Terminal): string[] {
  const others = alternatives.map((session) => sessionLine(session, terminal));
  if (packet === null) return ["several sessions fit; name more of one:", ...others];
  return [
    ...packetLines(packet, terminal),
    ...(others.length === 0 ? [] : ["", "also fitting:", ...others]),
  ];
}

/** A packet for people. */
export function packetLines(packet: Packet, terminal: Terminal): string[] {
  const { goal, anchor, session, warnings } = packet;
  const facts = [
    ...(session.handed_off_from === null ? [] : [`from   ${session.handed_off_from}`]),
    ...(goal === null ? [] : [`task   ${goal}`]),
    ...(anchor?.next_step == null ? [] : [`next   ${anchor.next_step}`]),
  ];
  return [
    headline(packet.snapshot, terminal),
    ...facts.map((line) => printable(line)),
    ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
    "",
    ...printable(packet.restored_working_state || "nothing is held in force").split("\n"),
  ];
}
