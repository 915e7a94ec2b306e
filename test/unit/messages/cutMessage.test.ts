import { describe, expect, it } from 'vitest';
import { isCutFrom } from '../../../src/messages/recognise/cutMessage.ts';

const LISTINGS = ['pleg.unable-retrieve-pods.s', 'pleg.unable-retrieve-pods.u', 'pleg.unable-retrieve-pod.s'];

describe('what is left of a message', () => {
  it.each([
    '"GenericPLEG: Unable to retr>',
    'GenericPLEG: Una',
    '"GenericPLEG: Unable to retrieve p…',
    'GenericPLEG: Unable...',
  ])('is of these rows and no others: %s', (text) => expect(isCutFrom(LISTINGS, text)).toBe(true));

  it.each(['GenericPL>', 'Generic', '', '"GenericPLEG: Unable to remove', 'Unable to retrieve pods'])(
    'may be of others, or of none: %s',
    (text) => expect(isCutFrom(LISTINGS, text)).toBe(false),
  );

  it('is not of one row where it may be of another', () => {
    expect(isCutFrom(['pleg.unable-retrieve-pods.s'], 'GenericPLEG: Unable to retr>')).toBe(false);
    expect(isCutFrom(['pleg.unable-retrieve-pod.s'], 'GenericPLEG: Unable to retr>')).toBe(false);
  });
});
