// A number with the unit of its question, as people read it: 14 %, 5.6 ms, 30 s.
import { withDecimalSign } from '../../bridge/words/format';
import { counted, language } from '../../words/language';

/** `value` in `unit`, to so many digits; a thousand milliseconds and more in seconds. */
export function amountOf(
  value: number,
  unit: string,
  digits: number,
): readonly [number: string, unit: string] {
  const isLong = unit === 'ms' && value >= 1000;
  const rounded = Number((isLong ? value / 1000 : value).toPrecision(digits));
  return [
    Math.abs(rounded) < 1000 ? withDecimalSign(String(rounded)) : counted(rounded),
    isLong ? 's' : unit,
  ];
}

/** '14\u00a0%'; a number alone where the question has no unit. */
export function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number}\u00a0${unit}`;
}

/** The number that a person typed. The decimal sign is a point or a comma, and thousands are parted as on this page. */
export function typedNumber(text: string): number {
  const plain = text.replaceAll(/\s/g, '');
  const isParted = language() === 'en' && /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain);
  return Number(isParted ? plain.replaceAll(',', '') : plain.replace(',', '.'));
}
