import { HoldallError } from "../../base/errors.ts";
import type { StoreDriver } from "../store.ts";

const postgresql: StoreDriver = {
  name: "postgresql",
  fits: (location) => /^postgres(?:ql)?:\/\//i.test(location),
  exists: async () => false,
  create: async () => false,
  open: async () => {
    throw new HoldallError("E_IO", "Cannot open a PostgreSQL workspace: not yet");
  },
};

export default postgresql;
