import type { AgentEnvironment } from "../../../agents/agent.ts";
import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Address } from "../../../programs/container/relay.ts";
import { vendorNames, vendorOf } from "../../../providers/vendors.ts";
import type { Contestant } from "../../run/contestant.ts";

/** Parses what a user named: a URL, or HOST:PORT. */
export function parseAddress(text: string): Address {
  const found = addressOf(/^\w+:\/\//.test(text) ? text : `tcp://${text}`);
  if (found !== null) return found;
  throw new HoldallError("E_USAGE", `Cannot use "${excerpt(text)}" as an address`, {
    cure: "write HOST:PORT, or a URL such as https://api.example.com",
  });
}

/** The servers of a contestant's model, by the settings and variables that it gets itself. */
export function modelAddressesOf(
  { agent, model, label }: Contestant,
  environment: AgentEnvironment,
): readonly Address[] {
  if (agent === null) return []; // Only its user knows where it asks.
  const named = agent.modelAddresses(environment, model);
  const addresses = named.map((each) => addressOf(urlOf(each)));
  const known = addresses.filter((address) => address !== null);
  if (known.length > 0 && known.length === named.length) return known;
  throw new HoldallError(
    "E_USAGE",
    `Cannot run ${label} in a container: where its model is, is unknown`,
    {
      cure: "name it with --model-address HOST:PORT",
    },
  );
}

function urlOf(named: string): string {
  const vendor = vendorNames.find((name) => name === named);
  return vendor === undefined ? named : vendorOf(vendor).baseUrl;
}

function addressOf(url: string): Address | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const port = Number(parsed?.port || DEFAULT_PORTS[parsed?.protocol ?? ""]);
  if (parsed === null || parsed.hostname === "" || !(port > 0)) return null;
  return { host: parsed.hostname.replace(/^\[|\]$/g, ""), port };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };
