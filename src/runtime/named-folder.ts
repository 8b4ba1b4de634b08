import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "./operation-context.ts";

/** The folder that an option names. One that is gone may still be asked for: sessions outlive it. */
export function namedFolder({ cwd }: OperationContext, folder: string, doing: string): string {
  const place = path.resolve(cwd, folder);
  if (!fs.existsSync(place) || fs.statSync(place).isDirectory()) return place;
  throw new HoldallError("E_USAGE", `Cannot ${doing} "${folder}": it is not a folder`);
}
