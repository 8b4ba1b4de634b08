import { HoldallError } from "../../base/errors.ts";
import { byteStream, splitChunks } from "./byte-stream.ts";
import { checkRecipients } from "./recipients.ts";
import { SSH_ED25519, sshRecipient } from "./ssh-ed25519.ts";

/**
 * Encrypts bytes for recipients as the `age` program does; the payload is exactly the input. Memory
 * does not grow with it, and nothing is yielded before every recipient was accepted.
 */
export async function* sealStream(
  input: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const checked = checkRecipients(recipients);
  const { Encrypter, Stanza } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of checked) {
    const [type, key = ""] = recipient.split(/\s+/);
    try {
      encrypter.addRecipient(
        type === SSH_ED25519
          ? sshRecipient(Buffer.from(key, "base64"), (args, body) => new Stanza(args, body))
          : recipient,
      );
    } catch {
      throw invalidRecipient(recipient);
    }
  }
  const source = byteStream(splitChunks(input));
  try {
    yield* await encrypter.encrypt(source.stream);
  } finally {
    await source.close();
  }
}

function invalidRecipient(recipient: string): HoldallError {
  const shown = recipient.length > 70 ? `${recipient.slice(0, 69)}…` : recipient;
  return new HoldallError("E_KEY", `Cannot seal for "${shown}": it is not a valid recipient`, {
    cure: "copy the complete line, which begins with age1 (age-keygen) or ssh-ed25519 (a .pub file)",
  });
}
