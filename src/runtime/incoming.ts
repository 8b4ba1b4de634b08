import { HoldallError } from "../base/errors.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import { MAX_ARTIFACT_BYTES } from "../ledger/texts.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * What is sent with a call (standard input, a request's body) as text, within the limit of an
 * artifact.
 */
export async function readIncoming(context: OperationContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of context.incoming()) {
    size += chunk.length;
    if (size > MAX_ARTIFACT_BYTES) {
      throw new HoldallError(
        "E_LIMIT",
        `Cannot read what was sent: more than ${MAX_ARTIFACT_BYTES} bytes`,
      );
    }
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  if (text !== null) return text;
  throw new HoldallError("E_UTF8", "Cannot read what was sent: it is not UTF-8");
}
