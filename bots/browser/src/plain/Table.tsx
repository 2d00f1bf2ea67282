/**
 * The table of a game that has no screen of its own: the fields of its view, and the actions of the player.
 *
 * The server describes the game, and lists the legal actions of a seat that must decide. Actions that it does not
 * list, such as those that a player may make at any time, have a form.
 */

import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { faultText } from "../people/fault.ts";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import { Clock } from "../ui/Clock.tsx";
import { useFocusThatStays } from "../ui/focus.ts";
import { PlayingCard, spoken } from "../ui/PlayingCard.tsx";
import type { Action } from "../wire/protocol.ts";
import { Fields } from "./Fields.tsx";
import { titleOf } from "./title.ts";
import { type Answer, useDescription, useLegalActions } from "./loading.ts";
import {
  actionKinds,
  actionRows,
  type AnyAction,
  formFields,
  type GameSchema,
  objectOf,
  type Row,
  rowsOf,
  type Schema,
  type Shown,
  textOf,
} from "./model.ts";

/** More legal actions than these are offered in a list, and not as buttons. */
const MOST_BUTTONS = 60;
/** The number of fields in the small picture of a table. */
const FEW_ROWS = 5;

type Half = Record<string, unknown>;

export function Table({ store }: { store: TableStore }) {
  const said = words.value, game = store.game.value ?? "";
  const about = useDescription(game);
  const schema = about.value?.schema ?? {};
  const pub = store.pub.value as unknown as Half | null, own = store.own.value as unknown as Half | null;
  if (pub === null) return null;
  const values = { yes: said.ui.yes, no: said.ui.no, none: said.plain.none };
  const { seat: _, ...hidden } = own ?? {};
  const ownRows = rowsOf(hidden, schema.properties?.own, schema, values);
  return (
    <div class="plain-table">
      <p class="muted">{said.plain.about}</p>
      {about.fault !== null && <Fault answer={about} />}
      {store.mySeat.value !== null && about.value !== null && <Choices store={store} about={about.value} />}
      {ownRows.length > 0 && (
        <section class="panel" aria-labelledby="plain-own">
          <h2 id="plain-own">{said.plain.own}</h2>
          <Rows rows={ownRows} />
        </section>
      )}
      <section class="panel" aria-labelledby="plain-pub">
        <h2 id="plain-pub">{said.plain.pub}</h2>
        <Rows rows={rowsOf(pub, schema.properties?.pub, schema, values)} />
      </section>
    </div>
  );
}

/** A small picture: the first fields that are single values. */
export function Miniature({ store }: { store: TableStore }) {
  const said = words.value, pub = store.pub.value as unknown as Half | null;
  if (pub === null) return null;
  const single = Object.entries(pub).filter(([, value]) => typeof value !== "object");
  const rows = rowsOf(Object.fromEntries(single), {}, {}, {
    yes: said.ui.yes,
    no: said.ui.no,
    none: said.plain.none,
  });
  return <Rows rows={rows.slice(0, FEW_ROWS)} />;
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="plain-rows">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { value: Shown }) {
  switch (value.kind) {
    case "text":
      return <>{value.text}</>;
    case "cards":
      return (
        <span class="row">{value.cards.map((card) => <PlayingCard key={card} card={card} small />)}</span>
      );
    case "list":
      return (
        <ol>
          {value.items.map((item, place) => (
            <li key={place}>
              <Value value={item} />
            </li>
          ))}
        </ol>
      );
    case "table":
      return <Rows rows={value.rows} />;
  }
}

/** The actions of the player: the legal ones as buttons, and all others as a form. */
function Choices({ store, about }: { store: TableStore; about: GameSchema }) {
  const said = words.value, legal = useLegalActions(store);
  const [busy, setBusy] = useState(false);
  const place = useFocusThatStays<HTMLElement>("button:not(:disabled), select");
  const decides = store.decision.value !== null;
  useEffect(() => {
    if (decides) announce(said.ui.yourTurn);
  }, [store.decision.value]);
  async function act(action: AnyAction): Promise<void> {
    setBusy(true);
    // The game is not among those of the protocol's types.
    const move = action as unknown as Action;
    await store.act(move, { free: about.unprompted.includes(action.t) });
    setBusy(false);
  }
  const actions = legal.value ?? [], view = store.view.value;
  const listed = new Set(actions.map((action) => action.t));
  const others = actionKinds(about.schema).filter(([tag]) =>
    !listed.has(tag) && (decides || about.unprompted.includes(tag))
  );
  return (
    <section class="panel plain-choices" ref={place} tabIndex={-1} aria-labelledby="plain-choices">
      <h2 id="plain-choices">
        {said.plain.choices}{" "}
        {decides && view !== null && <Clock deadline_ms={view.deadline_ms} now={() => store.clock.now()} />}
      </h2>
      {legal.fault !== null && <Fault answer={legal} />}
      {!decides && <p class="muted">{said.plain.waits}</p>}
      {decides && legal.value === null && legal.fault === null && (
        <p class="waiting" aria-busy="true">{said.plain.loading}</p>
      )}
      {actions.length > MOST_BUTTONS
        ? <ActionList actions={actions} schema={about.schema} busy={busy} act={act} />
        : (
          <div class="row">
            {actions.map((action) => (
              <button
                type="button"
                key={JSON.stringify(action)}
                class="primary"
                disabled={busy}
                onClick={() => void act(action)}
              >
                {actionText(action, about.schema)}
              </button>
            ))}
          </div>
        )}
      {others.length > 0 && (decides ? legal.value !== null : true) && (
        <details open={decides && actions.length === 0}>
          <summary>{said.plain.others}</summary>
          <ActionForm
            key={others.map(([tag]) =>
              tag
            ).join()}
            kinds={others}
            schema={about.schema}
            act={act}
          />
        </details>
      )}
    </section>
  );
}

/** Returns the text of an action on a button, such as "Pass: ♠A". */
function actionText(action: AnyAction, schema: Schema): string {
  const said = words.value;
  const rows = actionRows(action, schema, { yes: said.ui.yes, no: said.ui.no, none: said.plain.none });
  const texts = rows.map(([label, value]) => {
    const text = textOf(value, (card) => spoken(card, said));
    return rows.length === 1 ? text : `${label} ${text}`;
  });
  return [titleOf(action.t), texts.join(", ")].filter(Boolean).join(": ");
}

function ActionList({ actions, schema, busy, act }: {
  actions: readonly AnyAction[];
  schema: Schema;
  busy: boolean;
  act: (action: AnyAction) => Promise<void>;
}) {
  const said = words.value;
  const [place, setPlace] = useState(0);
  const chosen = actions[Math.min(place, actions.length - 1)];
  return (
    <p class="row">
      <select
        aria-label={said.plain.choices}
        value={String(place)}
        onChange={(event) => setPlace(Number(event.currentTarget.value))}
      >
        {actions.map((action, index) => (
          <option key={index} value={String(index)}>{actionText(action, schema)}</option>
        ))}
      </select>
      <button
        type="button"
        class="primary"
        disabled={busy || chosen === undefined}
        onClick={() => chosen && void act(chosen)}
      >
        {said.ui.send}
      </button>
    </p>
  );
}

function ActionForm({ kinds, schema, act }: {
  kinds: readonly [tag: string, schema: Schema][];
  schema: Schema;
  act: (action: AnyAction) => Promise<void>;
}) {
  const said = words.value;
  const [tag, setTag] = useState(kinds[0]?.[0] ?? "");
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState(false);
  const kind = kinds.find(([each]) => each === tag)?.[1] ?? {};
  const fields = formFields(kind, schema);
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const values = objectOf(fields, texts);
    setWrong(values === null);
    if (values !== null) await act({ t: tag, ...values });
  }
  return (
    <form class="column" onSubmit={send}>
      <p class="plain-field">
        <label>
          {said.plain.action}{" "}
          <select
            value={tag}
            onChange={(event) => {
              setTag(event.currentTarget.value);
              setTexts({});
            }}
          >
            {kinds.map(([each]) => <option key={each} value={each}>{titleOf(each)}</option>)}
          </select>
        </label>
      </p>
      {kind.description && <p class="muted">{kind.description}</p>}
      <Fields
        fields={fields}
        texts={texts}
        change={(name, text) => setTexts((now) => ({ ...now, [name]: text }))}
      />
      {wrong && <p class="fault" role="alert">{said.plain.wrong}</p>}
      <button type="submit">{said.ui.send}</button>
    </form>
  );
}

function Fault({ answer }: { answer: Answer<unknown> }) {
  return (
    <p class="fault" role="alert">
      {faultText(answer.fault)}{" "}
      <button type="button" class="plain" onClick={answer.again}>{words.value.plain.again}</button>
    </p>
  );
}
