import type { Projection } from "../ledger/projections.ts";
import { ingestionTables } from "./ingestion/tables.ts";
import { requestTables } from "./requests/tables/requests.ts";
import { lineageTables } from "./responsibilities/tables/lineage.ts";
import { registryTables } from "./responsibilities/tables/registry.ts";
import { subjectOf } from "./tables/subject.ts";
import type { ApplyEvent, TableSet } from "./tables/table-set.ts";
import { telemetryTables } from "./telemetry/tables.ts";

/** In the order in which tables are created. */
const sets: readonly TableSet[] = [
  requestTables,
  registryTables,
  lineageTables,
  telemetryTables,
  ingestionTables,
];

const appliers: ReadonlyMap<string, ApplyEvent> = new Map(
  sets.flatMap(({ apply }) => Object.entries(apply)),
);

/** The tables of requests, responsibilities, ingestion and telemetry. They follow the ledger. */
export const projection: Projection = {
  name: "curator",
  version: 2,
  kinds: ["request", "responsibility", "ingestion", "telemetry"],
  tables: sets.flatMap(({ tables }) => tables),
  create: (types) => sets.flatMap((set) => set.create(types)),
  triggers: (engine) => sets.flatMap((set) => set.triggers(engine)),
  apply(tx, event) {
    const subject = subjectOf(event);
    return subject === null ? undefined : appliers.get(event.type)?.(tx, event, subject);
  },
};
