/**
 * Keeps writers in their own namespace. An entry of another one belongs to other people, who would find
 * it changed; a person may say that this is meant, a model may not.
 */

import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import { DEFAULT_NAMESPACE } from "../../../model/state.ts";
import { cacheOf } from "../../change-state.ts";
import { addressFor } from "../../find-address.ts";
import type { StateSettings } from "./settings.ts";

/** The option that lets a person write into another namespace. */
export const otherNamespaceInput = {
  "other-namespace": z
    .boolean()
    .optional()
    .describe("Allow --namespace to name one that is neither this project's own nor shared")
    .meta({ by: "person" }),
};

interface NamespaceChoice {
  readonly namespace?: string | undefined;
  readonly "other-namespace"?: boolean | undefined;
}

/** Refuses a namespace that is neither the project's, the state's nor `shared`, unless it was allowed. */
export async function requireOwnNamespace(
  ledger: Ledger,
  { address, bounds }: StateSettings,
  { namespace, ...choice }: NamespaceChoice,
): Promise<void> {
  if (namespace === undefined || choice["other-namespace"]) return;
  if (namespace === bounds.namespace || namespace === DEFAULT_NAMESPACE) return;
  const loaded = await ledger.read(async (tx) =>
    cacheOf(ledger).load(tx, address ?? (await addressFor(tx, {}))),
  );
  if (namespace === loaded?.state.bounds.namespace) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write into namespace "${excerpt(namespace, 80)}": this project's own is "${excerpt(bounds.namespace, 80)}"`,
    { cure: "set `namespace` in holdall.yaml, or add --other-namespace if this is meant" },
  );
}
