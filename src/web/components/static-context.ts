import { createContext } from "preact";

/** Whether a page is rendered without a browser: then nothing can be opened later, so nothing waits for it. */
export const IsStatic = createContext(false);
