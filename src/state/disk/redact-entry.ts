import { findEntry } from "../find-entry.ts";

/** The entry, or the key of a deleted one, whose texts may still exist. */
export async function findAnyEntry(
  state: Parameters<typeof findEntry>[0],
  id: string,
  namespace: string | undefined,
) {
  try {
    return findEntry(state, id, namespace);
  } catch (error) {
    const effective = namespace ?? state.bounds.namespace;
    const isDeleted = [...state.deletedVersions.keys()].some((key) => key.endsWith(`/${id}`));
    if (isDeleted) return { namespace: effective, id };
    throw error;
  }
}
