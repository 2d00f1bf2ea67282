/** Numbers as the language of the page writes them. */

import { computed } from "@preact/signals";
import { language } from "../i18n/index.ts";

/** The first format of a page takes tens of milliseconds to make, so it is made once, and only if it is needed. */
const format = computed(() => new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 }));

/** Returns a number with at most two decimals. */
export function shownNumber(amount: number): string {
  return format.value.format(amount);
}
