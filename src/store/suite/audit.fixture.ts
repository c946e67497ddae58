// Who acts in tests that do not care who does. It knows no test.
import type { Act, Actor } from '../audit.ts';

/** Somebody, at an address that is kept for documentation. */
export const by: Actor = { who: 'tester@example.org', address: '192.0.2.1' };

/** Something that somebody does at noon. */
export const act: Act = { by, now: Date.UTC(2026, 0, 15, 12) };
