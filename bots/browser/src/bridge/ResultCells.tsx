/** A result in the row of a table: the contract, its declarer, its tricks, and the scores of both sides. */

import { words } from "../i18n/index.ts";
import type { BridgeResult } from "../wire/protocol.ts";
import { ContractFace } from "./Calls.tsx";
import { shortResult, sideScores } from "./sentences.ts";

export function ResultCells({ result }: { result: BridgeResult }) {
  const said = words.value.bridge;
  const [ns, ew] = sideScores(result, words.value);
  return (
    <>
      <td>
        {result.contract == null
          ? (result.adjusted == null ? said.passedOut : "")
          : <ContractFace contract={result.contract} by={false} />}
      </td>
      <td>{result.contract == null ? "" : said.letters[result.contract.declarer]}</td>
      <td>
        {shortResult(result)}
        {result.adjusted != null && <small>{said.adjusted}</small>}
      </td>
      <td class="number">{ns}</td>
      <td class="number">{ew}</td>
    </>
  );
}
