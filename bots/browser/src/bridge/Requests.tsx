/** The requests of players to each other: claims and votes, undo requests, questions about calls. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { callInEvent } from "../page.ts";
import { faultText } from "../people/fault.ts";
import type { TableStore } from "../table/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { BridgeQuestion, BridgeUndoAsked } from "../wire/protocol.ts";
import { Coloured } from "./Calls.tsx";
import { explanationText, meaningText } from "./meaning.ts";
import {
  type Board,
  type Called,
  callRights,
  callsOf,
  entries,
  isAsked,
  type OwnBoard,
  playsOf,
  sideOf,
  toAnswer,
  trumpsOut,
} from "./model.ts";
import { seatName } from "./seatName.ts";
import { usePartnersMeaning } from "./useMeanings.tsx";
import { callName, callText, cardText, claimText, remarkNote } from "./sentences.ts";

interface Props {
  store: TableStore;
  pub: Board;
  own: OwnBoard | null;
}

/** The requests to take back and the questions that are open now. */
export function Requests({ store, pub, own }: Props) {
  const questions = store.mySeat.value === null ? [] : toAnswer(own);
  const undos = entries(own?.undos);
  if (questions.length === 0 && undos.length === 0) return null;
  return (
    <div class="br-requests">
      {undos.map(([asker, undo]) => (
        <UndoRequest key={asker} store={store} pub={pub} own={own} asker={asker} undo={undo} />
      ))}
      {questions.map(([key, question]) => (
        <AnswerForm key={key} store={store} pub={pub} own={own} question={question} />
      ))}
    </div>
  );
}

/** The claim on which the players vote, or which is disputed. */
export function Claim({ store, pub, own }: Props) {
  const said = words.value.bridge, claim = pub.claim, seat = store.mySeat.value;
  if (claim == null) return null;
  const vote = (accept: boolean) => void store.act({ t: "vote", accept }, { free: own?.votes == null });
  return (
    <div class="br-notice br-claim" role="group" aria-label={said.claim}>
      <p>
        <b>{said.claims(seatName(claim.seat, words.value), claim.tricks, claim.left)}</b>
      </p>
      {claim.line && <p class="br-quote">“{claim.line}”</p>}
      {pub.phase === "disputed" && <Disputed store={store} pub={pub} own={own} />}
      <div class="row">
        {own?.votes != null && seat !== null && (
          <>
            <button type="button" class="primary" onClick={() => vote(true)}>{said.accept}</button>
            <button type="button" class="danger" onClick={() => vote(false)}>{said.refuse}</button>
          </>
        )}
        {own?.play_on && seat !== null && (
          <button
            type="button"
            class="primary"
            onClick={() => void store.act({ t: "play_on" })}
          >
            {said.playOn}
          </button>
        )}
        {seat !== null && own?.may?.includes("doubt") && (
          <button type="button" onClick={() => vote(false)}>{said.doubt}</button>
        )}
        {seat !== null && own?.votes == null && !own?.play_on && (
          <span class="muted">{pub.phase === "disputed" ? said.waitForPlayOn : said.waitForVotes}</span>
        )}
      </div>
    </div>
  );
}

/** The reason of a refused claim, as far as all players know it, and how the play goes on. */
function Disputed({ store, pub, own }: Props) {
  const said = words.value.bridge, people = store.people.value, out = trumpsOut(pub, own);
  const claimer = pub.claim?.seat ?? 0;
  const isRobots = (people?.seats ?? []).some((row) =>
    row.seat < 4 && row.robot != null && sideOf(row.seat) !== sideOf(claimer)
  );
  return (
    <p>
      {[
        said.disputed,
        ...(out > 0 ? [said.trumpsOut(out)] : []),
        ...(isRobots ? [said.robotsAccept] : []),
        ...((people?.directors?.length ?? 0) > 0 ? [said.orDirector] : []),
      ].join(" ")}
    </p>
  );
}

/** Returns what would be taken back, in words; "" if it may not be seen. */
function undoneMove(pub: Board, own: OwnBoard | null, undo: BridgeUndoAsked): string {
  const play = playsOf(pub, own)[undo.cards];
  if (play !== undefined) return cardText(play.card, words.value);
  const call = callsOf(pub, own)[undo.calls];
  return call !== undefined && Object.keys(pub.plays).length === 0 ? callText(call, words.value) : "";
}

function UndoRequest({ store, pub, own, asker, undo }: Props & { asker: number; undo: BridgeUndoAsked }) {
  const said = words.value.bridge, seat = store.mySeat.value;
  const answered = seat !== null && undo.answers?.[seat] !== undefined;
  const opponent = seat !== null && sideOf(seat) !== sideOf(asker) && own?.may?.includes("grant");
  const grant = (accept: boolean) =>
    void store.act({ t: "grant", seat: asker as 0 | 1 | 2 | 3, accept }, { free: true });
  const move = undoneMove(pub, own, undo);
  return (
    <div class="br-notice" role="group" aria-label={said.undo}>
      <p>
        <b>{said.undoAsked(seatName(asker, words.value))}</b> {move}
        {undo.reason && ": "}
        {undo.reason && <span class="br-quote">“{undo.reason}”</span>}
      </p>
      <div class="row">
        {opponent && !answered && (
          <>
            <button type="button" class="primary" onClick={() => grant(true)}>{said.allow}</button>
            <button type="button" class="danger" onClick={() => grant(false)}>{said.deny}</button>
          </>
        )}
        {asker === seat && <span class="muted">{said.undoMine}</span>}
        {Object.values(undo.answers ?? {}).includes(true) && <span class="muted">{said.undoOne}</span>}
      </div>
    </div>
  );
}

function AnswerForm({ store, pub, own, question }: Props & { question: BridgeQuestion }) {
  const said = words.value.bridge;
  const [text, setText] = useState("");
  const [alert, setAlert] = useState(false);
  const call = callsOf(pub, own)[question.call];
  if (call === undefined) return null;
  function answer(event: Event): void {
    event.preventDefault();
    if (!text.trim()) return;
    void store.act({ t: "explain", call: question.call, text: text.trim(), alert }, { free: true });
  }
  const asks = said.asksAbout(seatName(question.seat, words.value), callText(call, words.value));
  return (
    <form class="br-notice" aria-label={asks} onSubmit={answer}>
      <p>
        <b>{asks}</b> {question.text && <span class="br-quote">“{question.text}”</span>}
      </p>
      <label>
        <span class="heard">{said.alertText}</span>
        <input
          name="answer"
          value={text}
          maxLength={200}
          required
          placeholder={said.alertText}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="primary">{said.answer}</button>
        <label class="switch">
          <input
            type="checkbox"
            checked={alert}
            onChange={(event) => setAlert(event.currentTarget.checked)}
          />
          {said.alert}
        </label>
      </div>
    </form>
  );
}

/** The explanations of a call, with a question about an opponent's call, or a late explanation of an own one. */
export function CallDialog({ store, own, called, close }: {
  store: TableStore;
  own: OwnBoard | null;
  called: Called;
  close: () => void;
}) {
  const said = words.value.bridge, seat = store.mySeat.value;
  const [text, setText] = useState("");
  const [alert, setAlert] = useState(true);
  const rights = callRights(called, store.pub.value as Board, own, seat);
  const asked = isAsked(own, called.index);
  const isPartners = called.seat !== seat && seat !== null && sideOf(called.seat) === sideOf(seat) &&
    store.pub.value?.phase !== "over";
  const meaning = usePartnersMeaning(store, isPartners ? called : null);
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const done = rights.explain
      ? await store.act({ t: "explain", call: called.index, text: text.trim(), alert }, { free: true })
      : await store.act({ t: "ask", call: called.index, text: text.trim() }, { free: true });
    if (done && rights.explain) close();
    if (done) setText("");
  }
  return (
    <Dialog
      title={said.aboutCall(seatName(called.seat, words.value), callName(called.call, words.value))}
      close={close}
    >
      <div class="br-meaning">
        <h3>{said.meaning}</h3>
        {meaning !== null && (
          <p>
            <Coloured text={meaningText(meaning, words.value)} />
          </p>
        )}
        {called.remarks.length === 0 && meaning === null && (
          <p class="muted">{isPartners && !own?.partner_explains ? said.partnersMeaning : said.noMeaning}</p>
        )}
        {called.remarks.map((remark, nth) => (
          <p key={nth}>
            {remark.alert && <b class="br-alert" aria-label={said.alerted}>!</b>}{" "}
            <b>{seatName(remark.seat, words.value)}:</b>{" "}
            <Coloured text={explanationText(remark, words.value) || said.alerted} />
            <small class="muted">{remarkNote(remark, words.value)}</small>
          </p>
        ))}
      </div>
      {asked && <p role="status">{said.asked}</p>}
      {(rights.explain || (rights.ask && !asked)) && (
        <form class="column" onSubmit={send}>
          <label>
            {!rights.explain
              ? said.question
              : own?.partner_explains
              ? said.explainAloud
              : called.seat !== seat
              ? said.explainPartners
              : own?.screens
              ? said.explainOwnScreen
              : said.explainOwn}
            <input
              name="text"
              value={text}
              maxLength={200}
              required={rights.explain}
              autoFocus
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          {rights.explain && (
            <label class="switch">
              <input
                type="checkbox"
                checked={alert}
                onChange={(event) => setAlert(event.currentTarget.checked)}
              />
              {said.alert}
            </label>
          )}
          <button type="submit" class="primary">{rights.explain ? said.explain : said.ask}</button>
        </form>
      )}
    </Dialog>
  );
}

/** A claim or concession: how many of the tricks that are left, and how they will be played. */
export function ClaimDialog({ store, pub, close }: { store: TableStore; pub: Board; close: () => void }) {
  const said = words.value.bridge;
  const left = 13 - pub.tricks[0] - pub.tricks[1];
  const [tricks, setTricks] = useState<number | null>(null);
  const [line, setLine] = useState("");
  const chosen = tricks === null ? null : Math.min(tricks, left);
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (chosen === null) return;
    if (await store.act({ t: "claim", tricks: chosen, line: line.trim() }, { free: true })) close();
  }
  return (
    <Dialog title={said.claimTitle} close={close}>
      <form class="column" onSubmit={send}>
        <fieldset>
          <legend>{said.claimHow(left)}</legend>
          <div class="br-tricks">
            {Array.from({ length: left + 1 }, (_, index) => left - index).map((count) => (
              <button
                key={count}
                type="button"
                aria-pressed={chosen === count}
                title={count === left ? said.claimAll : count === 0 ? said.claimNone : undefined}
                onClick={() => setTricks(count)}
              >
                {count}
              </button>
            ))}
          </div>
        </fieldset>
        <label>
          {said.claimLine}
          <input
            name="line"
            value={line}
            maxLength={400}
            onInput={(event) => setLine(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          {said.claimLines.map((phrase) => (
            <button
              key={phrase}
              type="button"
              class="plain"
              onClick={() => setLine(line.trim() ? `${line.trim()}, ${phrase}` : phrase)}
            >
              {phrase}
            </button>
          ))}
        </div>
        <p class="muted">{said.claimAbout}</p>
        <button type="submit" class="primary" disabled={chosen === null}>
          {chosen === null ? said.claimFirst : said.claimSend(chosen, left)}
        </button>
      </form>
    </Dialog>
  );
}

export function UndoDialog({ store, close }: { store: TableStore; close: () => void }) {
  const said = words.value.bridge;
  const [reason, setReason] = useState("");
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (await store.act({ t: "undo", reason: reason.trim() }, { free: true })) close();
  }
  return (
    <Dialog title={said.undoTitle} close={close}>
      <form class="column" onSubmit={send}>
        <p class="muted">{said.undoAbout}</p>
        <label>
          {said.undoReason}
          <input
            name="reason"
            value={reason}
            maxLength={200}
            autoFocus
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">{said.undo}</button>
      </form>
    </Dialog>
  );
}

/** A call for the director, with what has happened; it is a line of chat that only directors read. */
export function DirectorDialog({ store, close }: { store: TableStore; close: () => void }) {
  const said = words.value.bridge;
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    try {
      await callInEvent(store.id, text.trim());
      if (text.trim() && await store.say(text.trim(), "director") === null) close();
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <Dialog title={said.callDirector} close={close}>
      <form class="column" onSubmit={send}>
        <label>
          {said.callWhy}
          <input
            name="happened"
            value={text}
            maxLength={500}
            required
            autoFocus
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {fault && <p class="fault" role="alert">{fault}</p>}
        <button type="submit" class="primary">{said.callDirector}</button>
      </form>
    </Dialog>
  );
}

/** Returns an open claim as a sentence, for a small picture of the table. */
export function claimSentence(pub: Board): string {
  return pub.claim == null ? "" : claimText(pub.claim, words.value);
}
