/** The chat of a table: its lines, and a field to write to one of the circles that the server allows. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import type { Said } from "../wire/protocol.ts";
import { guest } from "./guest.ts";
import { isHidden } from "../table/seats.ts";
import { circlesOf, rightsOf, type To } from "./model.ts";
import { needName } from "./NameDialog.tsx";
import { timeOfDay } from "../ui/times.ts";
import { ownerShown, recordedName } from "./robots.ts";

/** Returns the place to which the lines are scrolled: their end, or the start of a last line that is too long. */
function endOf(list: HTMLElement): number {
  const start = list.lastElementChild?.getBoundingClientRect().top ?? 0;
  return Math.min(
    list.scrollHeight - list.clientHeight,
    start - list.getBoundingClientRect().top + list.scrollTop,
  );
}

/** The greatest length of a line, which the server accepts. */
const LONGEST = 500;

export function Chat(
  { store, seen }: { store: TableStore; seen?: ((last: Said | null) => void) | undefined },
) {
  const said = words.value.people;
  const lines = store.chat.value, list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null || lines.length === 0) return;
    const look = () => {
      // A list that is not displayed has no parent box: its lines have not been seen.
      if (element.offsetParent !== null && document.visibilityState === "visible") {
        seen?.(lines.at(-1) ?? null);
      }
    };
    // In the next frame: the browser then works out the layout once, and not once more for the sizes of the list.
    const frame = requestAnimationFrame(() => {
      if (atEnd.current) element.scrollTop = endOf(element);
      look();
    });
    document.addEventListener("visibilitychange", look);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("visibilitychange", look);
    };
  });
  return (
    <div class="people-chat">
      <ol
        class="people-lines"
        ref={list}
        tabIndex={0}
        aria-label={said.chat}
        aria-live="polite"
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          atEnd.current = scrollTop > endOf(event.currentTarget) - 30;
        }}
      >
        {lines.length === 0
          ? <li class="muted">{said.noChat}</li>
          : lines.map((line) => (
            <Line key={`${line.at_ms} ${line.name} ${line.text}`} line={line} store={store} />
          ))}
      </ol>
      <Writing store={store} />
    </div>
  );
}

function Line({ line, store }: { line: Said; store: TableStore }) {
  const said = words.value.people;
  const game = gameOf(store.game.value);
  const place = line.role
    ? said[line.role]
    : line.seat == null
    ? ""
    : game?.seatName(line.seat, words.value, store.pub.value) ?? "";
  const to = line.to ?? "table";
  const row = store.people.value?.seats.find((each) => each.seat === line.seat);
  const author = row !== undefined && row.player == null ? recordedName(line.name, null) : line.name;
  return (
    <li data-to={to} data-role={line.role || undefined}>
      <bdi class="people-author">{author}</bdi>{" "}
      {line.robot_of && <i class="people-mark">{ownerShown(line)}</i>}{" "}
      {place && <span class="muted">({place})</span>}{" "}
      {to !== "table" && <span class="people-to">{said.toMark(said.to[to])}</span>} <bdi>{line.text}</bdi>
      {" "}
      <time class="people-time">{timeOfDay(line.at_ms)}</time>
    </li>
  );
}

function Writing({ store }: { store: TableStore }) {
  const said = words.value.people, id = useId();
  const [text, setText] = useState("");
  const [wanted, setTo] = useState<To>("table");
  const people = store.people.value, pub = store.pub.value;
  const game = gameOf(store.game.value);
  const rights = rightsOf(people, guest.value?.id ?? "");
  const circles = circlesOf(rights, {
    sides: pub === null ? "together" : game?.sides(pub) ?? "together",
    hidden: isHidden(pub),
    directors: (people?.directors ?? []).length > 0,
    showsRecord: game !== undefined && !game.isOpened,
  });
  const to = circles.includes(wanted) ? wanted : "table";
  const ofWatcher = rights.seat === null && !rights.director && (game?.isOpened ?? false);
  const name = (circle: To) => circle === "table" && ofWatcher ? said.toWatchers : said.to[circle];
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const line = text.trim();
    if (!line) return;
    if (await store.say(line, to) === null) setText("");
  }
  if (!rights.named) {
    return (
      <p class="people-unnamed">
        {said.chooseName2} <button type="button" onClick={() => void needName()}>{said.join}</button>
      </p>
    );
  }
  return (
    <form class="people-write" onSubmit={send}>
      {circles.length > 1
        ? (
          <label class="people-circle">
            <span>{said.chatTo}</span>
            <select value={to} onChange={(event) => setTo(event.currentTarget.value as To)}>
              {circles.map((circle) => <option key={circle} value={circle}>{name(circle)}</option>)}
            </select>
          </label>
        )
        : <p class="people-circle muted">{said.chatTo} {name("table")}</p>}
      <div class="people-field">
        <label class="heard" for={id}>{said.write}</label>
        <input
          id={id}
          name="chat"
          value={text}
          maxLength={LONGEST}
          placeholder={said.write}
          autocomplete="off"
          enterkeyhint="send"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!text.trim()}>{words.value.ui.send}</button>
      </div>
    </form>
  );
}
