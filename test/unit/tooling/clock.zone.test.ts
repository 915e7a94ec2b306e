import { expect, it } from 'vitest';

// Proves that suites named *.zone.test.ts run both on a machine in UTC and on one in another zone:
// whatever the zone, the same instant is printed by its UTC fields.
it('runs in the zone that the project says', () => {
  const offset = new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset();
  expect(offset).toBe(process.env['TZ'] === 'UTC' ? 0 : -330);
});
