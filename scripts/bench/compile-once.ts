/** Compiles once for the first message, which loads every part, and once for the one that is asked for. */
import { chatty, laborious } from "./conversation.ts";
import { type Anchor, compile, open } from "./workspaces.ts";

const [, , workspace = "", shapeName, events, anchor] = process.argv;
const shape = shapeName === chatty.name ? chatty : laborious;
const wanted = { shape, events: Number(events), checkpoints: false };
const ledger = await open(workspace);
await compile(ledger, wanted, "beginning");
await compile(ledger, wanted, anchor as Anchor); // The figure that starts this names one of them.
await ledger.close();
