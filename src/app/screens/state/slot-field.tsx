/** The slot of an entry. */
interface SlotFieldProps {
  readonly value: string;
  readonly slots: readonly string[];
  /** What no choice means; null where a slot must be chosen. */
  readonly none: string | null;
  readonly onChange: (slot: string) => void;
}

/** Chooses one of the slots of a state. */
export function SlotField({ value, slots, none, onChange }: SlotFieldProps) {
  return (
    <label class="field slot-field">
      Slot
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {none !== null && <option value="">{none}</option>}
        {slots.map((slot) => (
          <option key={slot} value={slot}>
            {slot}
          </option>
        ))}
      </select>
    </label>
  );
}
