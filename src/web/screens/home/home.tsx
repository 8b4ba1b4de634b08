import { useCall } from "../../app/use-call.ts";
import { Loading } from "../../components/loading.tsx";
import { Problem } from "../../components/problem.tsx";

/** What is in force, what needs attention, and whether the ledger is intact. */
export default function Home() {
  const { value, error, reload } = useCall<object>({ words: "status" });
  if (error !== null) return <Problem error={error} onRetry={reload} />;
  if (value === null) return <Loading what="Reading the workspace" />;
  return <pre>{JSON.stringify(value, null, 2)}</pre>;
}
