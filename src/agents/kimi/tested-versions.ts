/** Versions whose sessions were read; the program of the newest also resumed what we wrote. */
export const testedVersions = { oldest: "2.1.0", newest: "2.1.0" } as const;
