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

/** The table of prices of this version; those of the named file, else of the user's own, come before it. */
export function pricesFor({ cwd }: Pick<OperationContext, "cwd">, named?: string): PriceTable {
  if (named !== undefined) {
    const file = path.resolve(cwd, named);
    return beforeList(readPrices(path.dirname(file), path.basename(file)));
  }
  const folder = userConfigFolder();
  return fs.existsSync(path.join(folder, PRICES_FILE))
    ? beforeList(readPrices(folder, PRICES_FILE))
    : listPrices;
}

/** The table of this version with prices that a user added or changed, and both sources. */
function beforeList({ date, source, models }: PriceTable): PriceTable {
  return {
    date,
    source: `${source}; other models: ${listPrices.source} (${listPrices.date})`,
    models: { ...listPrices.models, ...models },
  };
}

function readPrices(folder: string, name: string): PriceTable {
  const { text } = readSmallFile(folder, name, { what: "table of prices", maxBytes: MAX_BYTES });
  return parseUserJson(text, priceTableSchema, {
    file: name,
    what: "the prices",
    cure: 'write {"date", "source", "models": {"NAME": {"input", "output"}}}',
  });
}
