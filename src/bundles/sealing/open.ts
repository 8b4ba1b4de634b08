import type { Decrypter, Identity, Stanza } from "age-encryption";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text.ts";
import { byteStream, inPieces } from "./byte-stream.ts";
import { checkIdentity } from "./identities.ts";
import { unwrap } from "./unwrap.ts";

/** More than a hundred recipients of the largest kind; the library itself would read on for ever. */
const MAX_HEADER = 256 * 1024;
/** How many kinds of recipients an error names. */
const MAX_NAMED = 20;

/** What is known of the header while it is read. */
interface Header {
  read: boolean;
  /** The kinds of recipients the file is sealed for. */
  readonly kinds: Set<string>;
}

/**
 * Opens what was sealed for one of some identities (`AGE-SECRET-KEY-…`), in binary or text form.
 * Pieces are yielded as they are checked, but only the normal end of the stream says that the whole
 * arrived: write them to a temporary file and keep it only then.
 */
export async function* openStream(
  input: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const header: Header = { read: false, kinds: new Set() };
  const decrypter = await createDecrypter(identities, header);
  const source = byteStream(boundHeader(unwrap(inPieces(input)), header));
  try {
    yield* await decrypter.decrypt(source.stream);
  } catch (error) {
    throw error instanceof HoldallError || source.isOwn(error) ? error : faultOf(error, header);
  } finally {
    await source.close();
  }
}

async function createDecrypter(identities: readonly string[], header: Header): Promise<Decrypter> {
  if (identities.length === 0) {
    throw new HoldallError("E_KEY", "Cannot open the sealed file: no identity is given", {
      cure: "name a key file with --identity",
    });
  }
  const library = await import("age-encryption");
  const decrypter = new library.Decrypter();
  decrypter.addIdentity(witness(header));
  for (const [index, identity] of identities.entries()) {
    const where = `identity ${index + 1}`;
    checkIdentity(identity, where);
    try {
      decrypter.addIdentity(identity);
    } catch {
      // The library's own error may quote the secret, so it is not kept as the cause.
      throw new HoldallError("E_KEY", `Cannot use ${where}: it is misspelled`, {
        cure: "name the file as age-keygen made it",
      });
    }
  }
  return decrypter;
}

/** Is asked before the real identities, unlocks nothing, and notes whom the file is sealed for. */
function witness(header: Header): Identity {
  return {
    unwrapFileKey: (stanzas: Stanza[]) => {
      header.read = true;
      for (const { args } of stanzas) {
        if (header.kinds.size < MAX_NAMED) header.kinds.add(excerpt(args[0] ?? "", 40));
      }
      if (stanzas.some(({ args }) => args[0] === "scrypt")) throw passphrase();
      return null;
    },
  };
}

function passphrase(): HoldallError {
  // Deriving the key takes 256 MiB and more at the strength that age uses.
  return new HoldallError("E_KEY", "Cannot open the sealed file: it is sealed with a passphrase", {
    cure: "open it with age -d",
  });
}

/** Counts until the header was understood, so that an endless one does not fill the memory. */
async function* boundHeader(
  input: AsyncIterable<Uint8Array>,
  header: Header,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of input) {
    if (!header.read && size > MAX_HEADER) {
      const message = `Cannot open the sealed file: its header exceeds ${MAX_HEADER} bytes`;
      throw new HoldallError("E_LIMIT", message);
    }
    size += piece.length;
    yield piece;
  }
}

function faultOf(error: unknown, header: Header): HoldallError {
  if (error instanceof Error && error.message.startsWith("no identity matched")) {
    const kinds = [...header.kinds].join(", ") || "nobody";
    const message = `Cannot open the sealed file: no given identity fits; it is sealed for ${kinds}`;
    return new HoldallError("E_KEY", message, {
      cure: "name the key file of someone it was sealed to",
    });
  }
  const part = header.read ? "its content or header was" : "its header is";
  return new HoldallError("E_ARCHIVE", `Cannot open the sealed file: ${part} altered or cut off`, {
    cause: error,
  });
}
