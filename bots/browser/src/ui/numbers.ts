/** Numbers as the language of the page writes them. */

import { computed } from "@preact/signals";
import { language } from "../i18n/index.ts";

/** The first format of a page takes tens of milliseconds to make, so it is made once, and only if it is needed. */
const format = computed(() => new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 }));

const hundredths = computed(() =>
  new Intl.NumberFormat(language.value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
);

/** Returns a number with at most two decimals. */
export function shownNumber(amount: number): string {
  return format.value.format(amount);
}

/** Returns a number with its sign and at most two decimals, such as `+2.67` or `−3.5`. */
export function shownSigned(amount: number): string {
  return withSign(format.value, amount);
}

/** Returns a number with two decimals, so that those of a column stand under each other; `signed` adds the plus. */
export function shownHundredths(amount: number, signed: boolean): string {
  return signed ? withSign(hundredths.value, amount) : hundredths.value.format(amount);
}

/** Returns the way in which the numbers of a column are written: all of them with two decimals, or none. */
export function shownIn(column: readonly number[]): (amount: number) => string {
  return column.every(Number.isInteger) ? shownNumber : (amount) => shownHundredths(amount, false);
}

function withSign(format: Intl.NumberFormat, amount: number): string {
  return (amount > 0 ? "+" : amount < 0 ? "−" : "") + format.format(Math.abs(amount));
}
