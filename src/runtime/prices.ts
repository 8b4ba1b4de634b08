import fs from "node:fs";
import path from "node:path";
import { parseUserJson } from "../base/parse-user-json.ts";
import { readSmallFile } from "../disk/small-file.ts";
import { listPrices } from "../tasks/read/list-prices.ts";
import { type PriceTable, priceTableSchema } from "../tasks/read/prices.ts";
import { userConfigFolder } from "./config-text.ts";
import type { OperationContext } from "./operation-context.ts";

/** The name of the user's own table of prices, beside `config.yaml`. */
const PRICES_FILE = "prices.json";
const MAX_BYTES = 1024 * 1024;

/** The table of prices: the named file, else the user's own, else the one of this version. */
export function pricesFor({ cwd }: Pick<OperationContext, "cwd">, named?: string): PriceTable {
  if (named !== undefined) {
    const file = path.resolve(cwd, named);
    return readPrices(path.dirname(file), path.basename(file));
  }
  const folder = userConfigFolder();
  return fs.existsSync(path.join(folder, PRICES_FILE))
    ? readPrices(folder, PRICES_FILE)
    : listPrices;
}

function readPrices(folder: string, name: string): PriceTable {
  const { text } = readSmallFile(folder, name, { what: "table of prices", maxBytes: MAX_BYTES });
  return parseUserJson(text, priceTableSchema, {
    file: name,
    what: "the prices",
    cure: 'write {"date", "source", "models": {"NAME": {"input", "output"}}}',
  });
}
