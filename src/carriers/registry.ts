import type { Registry } from "../base/registry.ts";
import type { Carrier, CarrierContext, Place } from "./carrier.ts";

/** Every carrier, in the order in which they are asked whether an address is theirs. A folder takes what is left. */
const carriers = {
  oci: () => import("./oci/oci.ts"),
  git: () => import("./git/git.ts"),
  ssh: () => import("./ssh/ssh.ts"),
  folder: () => import("./folder/folder.ts"),
} satisfies Registry<Carrier>;

/** What a carrier other than a folder looks for at the beginning of an address. */
const REMOTE = /^(?:oci:\/\/|ssh:\/\/|git\+)/;

/** Whether an address leads to another machine or a repository, and is no path. */
export function isRemoteAddress(address: string): boolean {
  return REMOTE.test(address);
}

/** The place of an address. */
export async function openPlace(address: string, context: CarrierContext): Promise<Place> {
  const { HoldallError } = await import("../base/errors.ts");
  for (const load of Object.values(carriers)) {
    const place = (await load()).default.open(address, context);
    if (place !== null) return place;
  }
  const forms = await Promise.all(
    Object.values(carriers).map(async (load) => (await load()).default.form),
  );
  throw new HoldallError("E_USAGE", `Cannot use "${address}": it is no address`, {
    cure: `use ${forms.join(", ")}`,
  });
}
