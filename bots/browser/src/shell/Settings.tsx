/** The window with the choices of the person at this page. */

import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { type Language, language, LANGUAGES, speak, words } from "../i18n/index.ts";
import { YourId } from "../people/YourId.tsx";
import { address } from "../route.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Loading } from "../ui/Loaded.tsx";
import {
  confirmMoves,
  drawnCards,
  fourColours,
  oneTapBids,
  sounds,
  type Theme,
  theme,
} from "../ui/preferences.ts";
import { effects } from "../ui/motion.ts";

function Switch({ label, of, changed }: { label: string; of: Signal<boolean>; changed?: () => void }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => {
          of.value = event.currentTarget.checked;
          changed?.();
        }}
      />
      {label}
    </label>
  );
}

export function Settings({ close }: { close: () => void }) {
  const said = words.value.ui;
  const [chosen, choose] = useState(language.value);
  return (
    <Dialog title={said.settings} close={close}>
      <div class="column">
        <label>
          {said.language}
          <select
            value={chosen}
            onChange={(event) => {
              const wanted = event.currentTarget.value as Language;
              choose(wanted);
              void speak(wanted);
            }}
          >
            {(Object.keys(LANGUAGES) as Language[]).map((each) => (
              <option key={each} value={each}>{said.languages[each]}</option>
            ))}
          </select>
        </label>
        {LANGUAGES[chosen].module.value === null && <Loading part={LANGUAGES[chosen]} />}
        <label>
          {said.theme}
          <select value={theme.value} onChange={(event) => theme.value = event.currentTarget.value as Theme}>
            {(["auto", "light", "dark"] as const).map((each) => (
              <option key={each} value={each}>{said.themes[each]}</option>
            ))}
          </select>
        </label>
        <label>
          {said.cards}
          <select
            value={drawnCards.value ? "drawn" : "plain"}
            onChange={(event) => drawnCards.value = event.currentTarget.value === "drawn"}
          >
            <option value="drawn">{said.cardsDrawn}</option>
            <option value="plain">{said.cardsPlain}</option>
          </select>
        </label>
        <Switch label={said.fourColours} of={fourColours} />
        <Switch label={said.oneTapBids} of={oneTapBids} />
        <Switch label={said.confirmMoves} of={confirmMoves} />
        <Switch
          label={said.sounds}
          of={sounds}
          changed={() => void effects.load().then(({ play }) => play("turn"))}
        />
        <p class="muted">{said.keyboardHelp}</p>
        <a class="button" href={address({ page: "devices", code: null })} onClick={close}>
          {words.value.player.otherDevice}
        </a>
        <YourId />
      </div>
    </Dialog>
  );
}
