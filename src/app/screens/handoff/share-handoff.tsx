import { arrivingAmounts, type HandoffReport } from "../../../web/text/handoff-report.ts";
import { handoffHeadline } from "../../../web/text/sharing/headlines.ts";
import { handoffImage } from "../../../web/text/sharing/share-image.ts";
import { call } from "../../api.ts";
import { agentName } from "../../known-adapters.ts";
import { SharePanel } from "../../share-panel.tsx";
import type { HandoffInput } from "./handoff.tsx";

/** A handoff, or its dry run, that can be passed on. */
interface ShareHandoffProps {
  readonly input: HandoffInput;
  readonly report: HandoffReport;
  readonly isDone: boolean;
}

/** The picture of a handoff and, before it was made, the page of its dry run. */
export function ShareHandoff({ input, report, isDone }: ShareHandoffProps) {
  const { from, session, to, budget } = input;
  const headline = handoffHeadline(report.conversation, agentName(to), isDone);
  const amounts = arrivingAmounts(report);
  const image = handoffImage({ headline, from: agentName(from), to: agentName(to), amounts });
  const asked = { what: from, session, to, ...(budget === undefined ? {} : { budget }) };
  const page = () => call("view", asked).then(({ html }) => html);
  const name = `handoff-${from}-${to}`;
  return <SharePanel headline={headline} image={image} name={name} {...(isDone ? {} : { page })} />;
}
