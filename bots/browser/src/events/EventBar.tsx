/** The news of the player's events over every screen: the way to the own table, and the call for a director. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { clock, eventNews } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { placeInEvent } from "../people/model.ts";
import { address, go, route } from "../route.ts";
import { announce } from "../ui/announce.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Clock } from "../ui/Clock.tsx";
import type { EventNewsUpdate } from "../wire/protocol.ts";
import { sendOnce } from "./asking.ts";
import { seatsAfter, seatToTake, shownNews, toldLeft_ms, toldName } from "./news.ts";
import { eventWords, useEventWords } from "./words.ts";

/** The time for which the bar says by its look that the page has moved to the table (ms). */
const MOVED_MS = 10_000;
/** The events that were over when the page heard of them first, or whose end the player has read. */
const closed = signal<ReadonlySet<string>>(new Set());
/** The announcements that the player has read. */
const read = signal<ReadonlySet<string>>(new Set());
const seats = signal<ReadonlyMap<string, string | null>>(new Map());

export function EventBar() {
  const said = useEventWords(), news = eventNews.value, at = route.value;
  const [moved, setMoved] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const found = seatToTake(news, seats.value, at);
    seats.value = seatsAfter(seats.value, news);
    if (found === null) return;
    announce(said.bar.moved(found.name, found.round));
    setMoved(found.event);
    go({ page: "table", id: found.table, seat: null });
  }, [news, said === null]);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => setMoved(null), MOVED_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  if (said === null) return null;
  return (
    <>
      {shownNews(news, at, closed.value, (each) => toldLeft_ms(each, clock.now(), read.value) > 0).map((
        each,
      ) => <OneEvent key={each.event} news={each} isMoved={moved === each.event} />)}
    </>
  );
}

function OneEvent({ news, isMoved }: { news: EventNewsUpdate; isMoved: boolean }) {
  const said = eventWords(), at = route.value;
  const [calls, setCalls] = useState(false);
  const isHere = at.page === "table" && at.id === news.table;
  const hasWay = at.page === "table" && placeInEvent(at.id)?.event === news.event && news.stage !== "over";
  const soon = news.stage === "seated" && news.warned === true && news.held !== true;
  useEffect(() => {
    if (soon) announce(said.bar.endsSoon);
  }, [soon]);
  return (
    <section
      class={isMoved ? "bar events-bar events-moved" : "bar events-bar"}
      aria-label={news.name}
      data-event={news.event}
      data-here={isHere}
      data-way={hasWay}
    >
      <p role="status">
        <span class="events-long">
          <b>{news.name}</b>: {textOf(news, isHere)}
        </span>
        {isHere && <b class="events-short" aria-hidden="true">{said.roundOf(news.round, news.rounds)}</b>}
        {soon && <b>&#32;{said.bar.endsSoon}</b>}
        {news.held && <b>&#32;{said.bar.held}</b>}
      </p>
      {!news.held && (
        <Clock
          deadline_ms={news.stage === "seated" ? news.ends_ms : news.starts_ms}
          now={() => clock.now()}
        />
      )}
      {news.stage === "seated" && !isHere && news.table != null && (
        <a class="button primary" href={address({ page: "table", id: news.table, seat: null })}>
          {said.toTable}
        </a>
      )}
      {!(at.page === "event" && at.id === news.event) && (
        <a class="button" href={address({ page: "event", id: news.event, part: null })}>{said.bar.event}</a>
      )}
      {news.stage === "seated" && (
        <button
          type="button"
          aria-label={said.bar.call}
          onClick={() => setCalls(true)}
        >
          <span class="events-long">{said.bar.call}</span>
          {isHere && <span class="events-short">{said.bar.callShort}</span>}
        </button>
      )}
      {news.stage === "over" && (
        <button
          type="button"
          class="icon"
          aria-label={words.value.ui.close}
          onClick={() => closed.value = new Set([...closed.value, news.event])}
        >
          ×
        </button>
      )}
      {!(at.page === "event" && at.id === news.event) && <Told news={news} />}
      {calls && <Call event={news.event} close={() => setCalls(false)} />}
    </section>
  );
}

/** The newest announcement for the player, until the player has read it or some minutes have passed. */
function Told({ news }: { news: EventNewsUpdate }) {
  const [, tick] = useState(0), left_ms = toldLeft_ms(news, clock.now(), read.value);
  useEffect(() => {
    if (left_ms === 0) return;
    const timer = setTimeout(() => tick((count) => count + 1), left_ms);
    return () => clearTimeout(timer);
  }, [toldName(news), left_ms === 0]);
  if (news.told == null || left_ms === 0) return null;
  return (
    <div class="events-announced">
      <p role="status">
        <b>{eventWords().bar.told}</b> {news.told.text}
      </p>
      <button
        type="button"
        class="icon"
        aria-label={words.value.ui.close}
        onClick={() => read.value = new Set([...read.value, toldName(news)])}
      >
        ×
      </button>
    </div>
  );
}

function textOf({ stage, round, rounds, starts_ms }: EventNewsUpdate, isHere: boolean): string {
  const said = eventWords().bar;
  switch (stage) {
    case "seated":
      return isHere ? said.seatedHere(round, rounds) : said.seated(round, rounds);
    case "sits_out":
      return said.sitsOut(round);
    case "waits":
      return starts_ms == null ? said.waitsFor : said.waits;
    case "over":
      return said.over;
  }
}

/** The window in which a player calls a director of the event. */
function Call({ event, close }: { event: string; close: () => void }) {
  const said = eventWords().bar;
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const busy = useRef(false);
  async function send(submitted: Event): Promise<void> {
    submitted.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      await sendOnce(`/v1/events/${event}`, { t: "call", text: text.trim() });
      announce(said.callSent);
      close();
    } catch (error) {
      setFault(faultText(error));
    } finally {
      busy.current = false;
    }
  }
  return (
    <Dialog title={said.call} close={close}>
      <form class="column" onSubmit={(submitted) => void send(submitted)}>
        <label>
          {said.callText}
          <input
            value={text}
            maxLength={200}
            autoFocus
            onInput={(typed) => setText(typed.currentTarget.value)}
          />
        </label>
        {fault && <p class="fault" role="alert">{fault}</p>}
        <button type="submit" class="primary">{said.callSend}</button>
      </form>
    </Dialog>
  );
}
