/** A QR code as the path of a drawing. */

import { encode } from "uqr";

/** The free border that readers need around a QR code (modules). */
const BORDER = 4;

export interface QrCode {
  /** The number of modules on each side, with the border. */
  size: number;
  /** The dark modules as a path for SVG, one unit for each module. */
  path: string;
}

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  const runs: string[] = [];
  data.forEach((row, y) => {
    let from = -1;
    for (let x = 0; x <= row.length; x++) {
      if (row[x] && from < 0) from = x;
      else if (!row[x] && from >= 0) {
        runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
        from = -1;
      }
    }
  });
  return { size, path: runs.join("") };
}
