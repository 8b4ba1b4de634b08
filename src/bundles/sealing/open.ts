import type { Decrypter, Identity, Stanza } from "age-encryption";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { toBinaryForm } from "./binary-form.ts";
import { byteStream, splitChunks } from "./byte-stream.ts";
import { checkIdentity, type SealIdentity } from "./identities.ts";

/** Bytes; enough for more than a hundred recipients of the largest kind. The library has no limit. */
const MAX_HEADER = 256 * 1024;
/** How many recipient types an error lists. */
const MAX_LISTED_TYPES = 20;

/** What is known of the header while it is read. */
interface Header {
  read: boolean;
  /** The types of recipients that the file is sealed for. */
  readonly types: Set<string>;
}

/**
 * Decrypts a file that was sealed for one of the identities, binary or armored.
 * Every piece is authenticated before it is yielded, but only the normal end of the stream shows that
 * nothing is missing: write to a temporary file and keep it only then.
 */
export async function* openStream(
  input: AsyncIterable<Uint8Array>,
  identities: readonly SealIdentity[],
): AsyncGenerator<Uint8Array> {
  const header: Header = { read: false, types: new Set() };
  const decrypter = await createDecrypter(identities, header);
  const source = byteStream(boundHeader(toBinaryForm(splitChunks(input)), header));
  try {
    yield* await decrypter.decrypt(source.stream);
  } catch (error) {
    throw error instanceof HoldallError || source.isSourceError(error)
      ? error
      : faultOf(error, header);
  } finally {
    await source.close();
  }
}

async function createDecrypter(
  identities: readonly SealIdentity[],
  header: Header,
): Promise<Decrypter> {
  if (identities.length === 0) {
    throw new HoldallError("E_KEY", "Cannot open the sealed file: no identity was given", {
      cure: "give a key file with --identity",
    });
  }
  const library = await import("age-encryption");
  const decrypter = new library.Decrypter();
  decrypter.addIdentity(createHeaderObserver(header));
  for (const [index, identity] of identities.entries()) {
    const where = `identity ${index + 1}`;
    if (typeof identity !== "string") {
      decrypter.addIdentity(identity);
      continue;
    }
    checkIdentity(identity, where);
    try {
      decrypter.addIdentity(identity);
    } catch {
      // The library's own error may quote the secret, so it is not kept as the cause.
      throw new HoldallError("E_KEY", `Cannot use ${where}: its checksum is wrong`, {
        cure: "give the file as age-keygen created it",
      });
    }
  }
  return decrypter;
}

/**
 * An identity that never unlocks anything. The library offers it the recipients first, which is the
 * only way to see whom the file is sealed for and that the header has been read.
 */
function createHeaderObserver(header: Header): Identity {
  return {
    unwrapFileKey: (stanzas: Stanza[]) => {
      header.read = true;
      for (const { args } of stanzas) {
        if (header.types.size < MAX_LISTED_TYPES) header.types.add(excerpt(args[0] ?? "", 40));
      }
      if (stanzas.some(({ args }) => args[0] === "scrypt")) throw passphrase();
      return null;
    },
  };
}

function passphrase(): HoldallError {
  // Not supported, because deriving the key takes 256 MiB and more with the parameters of age.
  return new HoldallError("E_KEY", "Cannot open the sealed file: it is sealed with a passphrase", {
    cure: "open it with age -d",
  });
}

/** Bounds the header, so that an endless one cannot fill the memory; the payload is not counted. */
async function* boundHeader(
  input: AsyncIterable<Uint8Array>,
  header: Header,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of input) {
    if (!header.read && size > MAX_HEADER) {
      const message = `Cannot open the sealed file: its header is longer than ${formatBytes(MAX_HEADER)}`;
      throw new HoldallError("E_LIMIT", message);
    }
    size += piece.length;
    yield piece;
  }
}

/** The library throws plain errors; only the message distinguishes "not for you" from damage. */
function faultOf(error: unknown, header: Header): HoldallError {
  if (error instanceof Error && error.message.startsWith("no identity matched")) {
    const types = [...header.types].join(", ") || "nobody";
    const message = `Cannot open the sealed file: none of the identities matches; it is sealed for ${types}`;
    return new HoldallError("E_KEY", message, {
      cure: "give the key file of one of its recipients",
    });
  }
  const part = header.read ? "its content or header" : "its header";
  const message = `Cannot open the sealed file: ${part} was altered or truncated`;
  return new HoldallError("E_ARCHIVE", message, {
    cause: error,
  });
}
