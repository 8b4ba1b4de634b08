import { CommandLine } from "../../../web/components/command-line.tsx";
import type { Unproven } from "../../installed-agents.ts";

/** Whether a receiver is asked to show the session that it got. */
export interface ProofChoice {
  /** If the person came for that, it is the first choice. */
  readonly proof: "possible" | "wanted";
  /** Why it cannot be asked; null where it can. */
  readonly unproven: Unproven | null;
}

/** The id of the reason why a receiver cannot show a session. */
const UNPROVEN = "unproven";

interface ButtonsProps extends ProofChoice {
  readonly receiver: string;
  readonly isBusy: boolean;
  readonly isWaiting: boolean;
  readonly onClick: (prove: boolean) => void;
}

/** Hands over what was shown, with a proof or without; one that is impossible has its reason below. */
export function HandOverButtons(props: ButtonsProps) {
  const { receiver, proof, unproven, isBusy, isWaiting, onClick } = props;
  return (
    <>
      <p class="do-it">
        <button
          type="button"
          class={proof === "wanted" ? "" : "primary"}
          disabled={isWaiting}
          onClick={() => onClick(false)}
        >
          {isBusy ? "Handing over …" : `Hand over to ${receiver}`}
        </button>
        <button
          type="button"
          class={proof === "wanted" ? "primary" : ""}
          disabled={isWaiting || unproven !== null}
          aria-describedby={unproven === null ? undefined : UNPROVEN}
          onClick={() => onClick(true)}
        >
          Hand over and let it show the session
        </button>
        <span class="quiet">This was a dry run: nothing has been changed yet.</span>
      </p>
      {unproven !== null && (
        <p id={UNPROVEN} class="quiet">
          It cannot show the session: {unproven.reason}.{" "}
          {unproven.install !== null && (
            <>
              To install it: <CommandLine command={unproven.install} />
            </>
          )}
        </p>
      )}
    </>
  );
}
