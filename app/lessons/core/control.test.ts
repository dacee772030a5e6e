import { expect, test } from 'vitest';
import { initialValues, parseValues, valuesQuery, type Control } from './control';

const controls: readonly Control[] = [
  { id: 'n', label: 'N', options: [['1', 'one'], ['2', 'two']], initial: '1' },
  { id: 'mode', label: 'Mode', options: [['x', 'x'], ['y', 'y']], initial: 'y' },
]; // prettier-ignore

test('a link sets what it names, and nothing that is no option', () => {
  expect(parseValues(controls, '?n=2&mode=z&__proto__=1&other=3')).toEqual({ n: '2', mode: 'y' });
  expect(parseValues(controls, '')).toEqual(initialValues(controls));
  expect(parseValues(controls, `?${'a'.repeat(600)}&n=2`)).toEqual(initialValues(controls));
});

test('the query of values gives them back, and is empty for the first ones', () => {
  const values = { n: '2', mode: 'x' };
  expect(parseValues(controls, valuesQuery(controls, values))).toEqual(values);
  expect(valuesQuery(controls, initialValues(controls))).toBe('');
});
