// An actor for tests in which the actor does not matter.
import type { Act, Actor } from '../audit.ts';

/** Somebody, at an address that is reserved for documentation. */
export const by: Actor = { who: 'tester@example.org', address: '192.0.2.1' };

/** Something that somebody does at noon. */
export const act: Act = { by, now: Date.UTC(2026, 0, 15, 12) };
