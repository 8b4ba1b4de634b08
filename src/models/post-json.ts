import { HoldallError } from "../base/errors.ts";
import type { Json, JsonObject } from "../base/json/value.ts";
import { excerpt } from "../base/text/text.ts";
import { recordableEndpoint } from "../providers/endpoint.ts";
import type { Allowance } from "../redact/allowance.ts";
import { createRedactor } from "../redact/redactor.ts";

// Bytes and ms. A server that sends without end, or nothing at all, must not occupy the process.
const MAX_ANSWER = 16 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60 * 1000;

/** What a request has besides its body. */
interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** What stays although it looks like a secret. */
  readonly allow?: Allowance | undefined;
}

/**
 * Sends JSON and reads the JSON answer. The only place in `src/` that asks a model; the import
 * check refuses any other. The address comes from an option or from the user's own configuration,
 * never from a project.
 */
export async function postJson(
  url: string,
  body: JsonObject,
  { headers, signal, allow }: PostOptions,
): Promise<Json> {
  const place = recordableEndpoint(url);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(withoutSecrets(body, allow)),
      redirect: "error", // A key must not follow to another place.
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await readText(response);
    if (response.ok) return JSON.parse(text);
    throw requestFailed(place, `status ${response.status}: ${excerpt(text, 200)}`);
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    const { message, cause } = error as Error;
    throw requestFailed(place, cause instanceof Error ? cause.message : message);
  }
}

function withoutSecrets(body: JsonObject, allow: Allowance | undefined): JsonObject {
  const redactor = createRedactor(allow);
  redactor.learn(body);
  return redactor.value(body, "request");
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error(`the answer has more than ${MAX_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function requestFailed(place: string, state: string): HoldallError {
  return new HoldallError("E_IO", `Cannot get an answer from "${place}": ${state}`);
}
