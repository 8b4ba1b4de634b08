/** How an agent's program ended. */
export interface EndedProgram {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Finds what the agent's own program says of a request that failed, in the place where it says so and nowhere else:
 * what the model wrote, or a command printed, is no error of the program. Null when it says nothing.
 */
export type FindRequestError = (end: EndedProgram) => string | null;

/** What ended a request to a model. */
export type RequestErrorKind = "login" | "limit" | "server" | "network";

/** The words of providers and of the programs' libraries, the most definite first. */
const signs: readonly (readonly [RequestErrorKind, RegExp])[] = [
  ["login", /\b(?:401|403)\b/],
  ["limit", /\b429\b/],
  ["server", /\b(?:500|502|503|504|520|522|524|529)\b/],
  ["limit", /rate.?limit|too many requests|resource.?exhausted|quota|usage limit|credit balance/i],
  [
    "network",
    /connection.?(?:error|refused|reset|closed)|(?:unable to|cannot|could not|failed to) connect|fetch failed|network|econn|enotfound|etimedout|socket hang up|stream disconnected/i,
  ],
  [
    "server",
    /overloaded|internal server error|service unavailable|bad gateway|server_error|high demand/i,
  ],
  [
    "login",
    /unauthori[sz]ed|unauthenticated|authentication|not logged in|log ?in\b|api.?key|credentials?\b|permission.?denied/i,
  ],
];

/** What a message of a program about a failed request means; null for a fault that is no matter of the provider. */
export function requestErrorKind(text: string): RequestErrorKind | null {
  return signs.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** The last line with text, without colours. */
export function lastLine(text: string): string {
  const lines = text.replaceAll(COLOURS, "").trimEnd().split("\n");
  return lines.at(-1)?.trim() ?? "";
}
