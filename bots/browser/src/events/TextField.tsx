/** A line of text in a form of an event, under its label. */

export function TextField({ label, value, change, most, optional, isWide, isFirst }: {
  label: string;
  value: string;
  change: (value: string) => void;
  /** The number of characters that the server takes. */
  most: number;
  optional?: boolean;
  /** True for a sentence, such as the reason of a ruling: the field takes the rest of its row. */
  isWide?: boolean;
  /** True for the field in which the player types at once when the form opens. */
  isFirst?: boolean;
}) {
  return (
    <label class={isWide ? "events-wide" : undefined}>
      {label}
      <input
        value={value}
        maxLength={most}
        required={!optional}
        autoFocus={isFirst}
        onInput={(typed) => change(typed.currentTarget.value)}
      />
    </label>
  );
}
