/**
 * Everything that is there whenever a part is loaded. The build makes one file of it.
 *
 * `build.ts` lets every part import this module. Otherwise each set of parts that use the same module of the core
 * would get a file of its own.
 */

import "preact";
import "preact/hooks";
import "@preact/signals";
import "./bridge/meaning.ts";
import "./people/Chat.tsx";
import "./people/NextDeal.tsx";
import "./people/ownTable.ts";
import "./people/PolicyForm.tsx";
import "./people/shown.ts";
import "./people/SitHere.tsx";
import "./ui/Clock.tsx";
import "./ui/focus.ts";
import "./ui/Hand.tsx";
import "./ui/Later.tsx";
import "./ui/motion.ts";
import "./ui/numbers.ts";
import "./ui/secondTap.ts";
import "./ui/Waits.tsx";
import "./ui/times.ts";
