import { HoldallError } from "../../base/errors.ts";
import { byteStream, splitChunks } from "./byte-stream.ts";
import { checkRecipients } from "./recipients.ts";

/**
 * Encrypts bytes for recipients as the `age` program does; the payload is exactly the input. Memory
 * does not grow with it, and nothing is yielded before every recipient was accepted.
 */
export async function* sealStream(
  input: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const checked = checkRecipients(recipients);
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of checked) {
    try {
      encrypter.addRecipient(recipient);
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
    cure: "copy the complete line that begins with age1 from the output of age-keygen",
  });
}
