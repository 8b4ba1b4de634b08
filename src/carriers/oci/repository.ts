/** One repository of a registry: requests with the user's login, which is looked for when the registry asks for it. */

import { HoldallError } from "../../base/errors.ts";
import type { CarrierContext } from "../carrier.ts";
import { apiOf, type OciAddress } from "./address.ts";
import { answerChallenge, bearer, parseChallenge } from "./challenges.ts";
import { failureOf, loginCure } from "./failures.ts";
import { findLogin } from "./logins.ts";
import { type Answer, discard, type Order, request } from "./transport.ts";

/** A repository that can be asked. */
export interface Repository {
  readonly registry: string;
  readonly signal: AbortSignal;
  /** The URL of something in it. */
  at(path: string): URL;
  /** Sends a request; null where there is nothing. `doing` begins with a verb, for the error. */
  read(order: Order, doing: string): Promise<Answer | null>;
  /** Sends a request whose answer has nothing to read. */
  write(order: Order, doing: string): Promise<Answer>;
}

const TOKEN_VARIABLE = "HOLDALL_REGISTRY_TOKEN";
const NOT_FOUND = 404;
const UNAUTHORISED = 401;

/** Reaches the repository of an address. */
export function openRepository(address: OciAddress, context: CarrierContext): Repository {
  const { signal } = context;
  const send = authorisedRequests(address, context);
  const root = new URL(`v2/${address.name}/`, apiOf(address.registry));
  return {
    registry: address.registry,
    signal,
    at: (path) => new URL(path, root),
    async read(order, doing) {
      const answer = await send(order);
      if (isSuccess(answer)) return answer;
      if (answer.status !== NOT_FOUND) throw await failureOf(answer, doing, signal);
      discard(answer);
      return null;
    },
    async write(order, doing) {
      const answer = await send(order);
      if (!isSuccess(answer)) throw await failureOf(answer, doing, signal);
      discard(answer);
      return answer;
    },
  };
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function authorisedRequests(address: OciAddress, context: CarrierContext) {
  const { signal } = context;
  const { origin, host } = apiOf(address.registry);
  const { [TOKEN_VARIABLE]: token } = process.env;
  let authorization = token ? bearer(token) : null;

  const send = (order: Order) => {
    const isOwn = order.url.origin === origin && authorization !== null;
    const login = isOwn ? { authorization: authorization ?? "" } : {};
    return request({ ...order, headers: { ...order.headers, ...login } }, signal);
  };
  const logIn = async (header: string) => {
    const challenge = parseChallenge(header);
    if (challenge === null) return null;
    const scope = `repository:${address.name}:pull,push`;
    return answerChallenge(challenge, await findLogin(address, context), { scope, signal });
  };
  return async (order: Order): Promise<Answer> => {
    const answer = await send(order);
    // Another host, to which the registry redirects, gets no login.
    if (answer.status !== UNAUTHORISED || answer.url.origin !== origin) return answer;
    discard(answer);
    if (token) {
      throw new HoldallError("E_IO", `Cannot log in to "${host}": it refuses ${TOKEN_VARIABLE}`);
    }
    authorization = await logIn(answer.headers["www-authenticate"] ?? "");
    if (authorization !== null) return send(order);
    throw new HoldallError("E_IO", `Cannot log in to "${host}": there is no login for it`, {
      cure: loginCure(address.registry),
    });
  };
}
