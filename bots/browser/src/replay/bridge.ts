/** The part of the page with the tables that show a file of bridge. */

import "./part.ts";
export { Miniature } from "../bridge/part.ts";
export { AuctionSheet, BridgeBoard, lastSpoken } from "./BridgeBoard.tsx";
export { BridgeReplay as Table } from "./BridgeReplay.tsx";
export { DoubleDummy, marksShown } from "./DoubleDummy.tsx";
