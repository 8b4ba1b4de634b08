import { join } from "node:path";
import { type ModelAddresses, settingOf, vendorAddress } from "../model-address.ts";

/** Where opencode asks its model. */
export const modelAddresses: ModelAddresses = ({ home, env }, model) => {
  const folder = join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
  const files = ["config.json", "opencode.json", "opencode.jsonc"].map((name) =>
    join(folder, name),
  );
  if (env.OPENCODE_CONFIG) files.push(env.OPENCODE_CONFIG);
  // Later files count more.
  const setting = (...keys: readonly string[]) =>
    files.map((file) => settingOf(file, ...keys)).findLast((value) => value !== null) ?? null;
  return vendorAddress(model ?? setting("model"), (vendor) =>
    setting("provider", vendor, "options", "baseURL"),
  );
};
