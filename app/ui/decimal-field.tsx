// A field of a number with decimals, whose text is with a point for the program, and with the sign of the language for the
// person: 0.5 is shown as 0,5 in German, and may be typed with either.
import { withDecimalSign } from '../bridge/words/format';
import { language } from '../words/language';
import { TextField, type TextFieldProps } from './field';

export function DecimalField({
  value,
  onType,
  ...rest
}: Omit<TextFieldProps, 'value' | 'onChange'> & { value: string; onType: (text: string) => void }) {
  return (
    <TextField
      inputMode="decimal"
      {...rest}
      value={withDecimalSign(value)}
      onChange={(event) => onType(withPoint(event.target.value))}
    />
  );
}

/** A comma of English parts thousands, and stays. */
function withPoint(text: string): string {
  return language() === 'en' ? text : text.replace(',', '.');
}
