import { HoldallError } from "../../base/errors.ts";
import { byteStream, inPieces } from "./byte-stream.ts";
import { checkRecipients } from "./recipients.ts";

/**
 * Seals bytes for recipients, as the `age` program does; the payload is exactly the input.
 * Memory stays flat. Nothing is yielded before every recipient was found usable.
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
      throw misspelled(recipient);
    }
  }
  const source = byteStream(inPieces(input));
  try {
    yield* await encrypter.encrypt(source.stream);
  } finally {
    await source.close();
  }
}

function misspelled(recipient: string): HoldallError {
  const shown = recipient.length > 70 ? `${recipient.slice(0, 69)}…` : recipient;
  return new HoldallError("E_KEY", `Cannot seal to "${shown}": it is not a valid recipient`, {
    cure: "copy the whole line that begins with age1 from the output of age-keygen",
  });
}
