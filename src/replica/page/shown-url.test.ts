import { expect, it } from 'vitest';
import { shownUrl } from './shown-url';

it('a page that came by HTTPS shows no http address', () => {
  expect(shownUrl('http://192.168.1.20:8080', 'https://train.example')).toBe('https://train.example');
  expect(shownUrl('https://train.example', 'https://localhost:8443')).toBe('https://train.example');
  expect(shownUrl('http://192.168.1.20:8080', 'http://localhost:8080')).toBe('http://192.168.1.20:8080');
});

it('a page below a path knows that path, also where a proxy takes it off', () => {
  const below = 'https://school.example/lockstep';
  expect(shownUrl('https://school.example', below)).toBe(below);
  expect(shownUrl('http://school.example', below)).toBe(below);
  expect(shownUrl(below, 'http://localhost:8080')).toBe(below);
  expect(shownUrl(below, below)).toBe(below);
});
