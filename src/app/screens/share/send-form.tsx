import { useHead } from "../../head.ts";
import { type Sending, sendCommand } from "./share-data.ts";

/** What was typed, and who is informed of a change. */
interface SendFormProps {
  readonly sending: Sending;
  readonly onChange: (changes: Partial<Sending>) => void;
  readonly onAsk: () => void;
}

/** Where to send, and for whom it is sealed. */
export function SendForm({ sending, onChange, onAsk }: SendFormProps) {
  const { where, recipient } = sending;
  useHead({ command: sendCommand(sending) });
  return (
    <form
      class="options"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <label class="field wide">
        Where to
        <input
          type="text"
          spellcheck={false}
          placeholder="git+git@host:team.git#parser"
          aria-describedby="places"
          value={where}
          onInput={(event) => onChange({ where: event.currentTarget.value })}
        />
      </label>
      <label class="field wide">
        Only for this public key (optional)
        <input
          type="text"
          spellcheck={false}
          placeholder="ssh-ed25519 … or age1…"
          value={recipient}
          onInput={(event) => onChange({ recipient: event.currentTarget.value })}
        />
      </label>
      <button type="submit" class="primary" disabled={where.trim() === ""}>
        Show what they would get
      </button>
      <p id="places" class="quiet send-places">
        A folder (<code>/mnt/shared/parser</code>), a Git repository and a name in it (
        <code>git+git@host:team.git#parser</code>), a folder of another machine (
        <code>ssh://laptop/srv/parser</code>) or a registry of images (
        <code>oci://ghcr.io/anna/parser:spring</code>), with the logins that you have there.
      </p>
    </form>
  );
}
