import { join } from "node:path";
import { type ModelAddresses, settingOf, vendorAddress } from "../model-address.ts";
import { agentFolder } from "./host.ts";

/** Where pi asks its model. */
export const modelAddresses: ModelAddresses = (environment, model) => {
  const folder = agentFolder(environment);
  const chosen = settingOf(join(folder, "settings.json"), "defaultProvider");
  const named = model?.includes("/") ? model : chosen && `${chosen}/${model ?? ""}`;
  return vendorAddress(named, (vendor) =>
    settingOf(join(folder, "models.json"), "providers", vendor, "baseUrl"),
  );
};
