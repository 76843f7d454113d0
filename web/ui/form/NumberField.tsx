import { Field, type FieldProps } from './Field.tsx';

type NumberFieldProps = Omit<FieldProps, 'type'> & {
  bounds: { readonly minimum: number; readonly maximum: number };
};

/** A whole number within bounds, which the keys up and down keep to. */
export function NumberField({ bounds, ...props }: NumberFieldProps) {
  return (
    <Field
      {...props}
      type="number"
      inputMode="numeric"
      min={bounds.minimum}
      max={bounds.maximum}
      step={1}
      // Who scrolls on past it wants to scroll, not to count.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
