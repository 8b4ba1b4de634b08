import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

/** One schema is printed completely; several are listed by their published files. */
const present: Presenter<"schema"> = ({ schemas }) => {
  const [only] = schemas;
  if (schemas.length === 1 && only) return [documentOf(JSON.stringify(only.schema, null, 2))];
  return schemas.map(({ file }) => `schemas/${file}`);
};

export default present;
