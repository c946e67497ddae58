// Writes and reads the sources that a replace event names itself.
import type { Identifier } from '../identifiers/index.ts';

/** All that a provider asserted in records with a Source. */
export type ReplacedSource = { source: Identifier; provider: string };

/** Writes `[[scheme, key, value, provider], …]`; null for null. */
export function writeReplaced(replaced: readonly ReplacedSource[] | null): string | null {
	if (replaced === null) return null;
	return JSON.stringify(replaced.map(({ source: { scheme, key, value }, provider }) => [scheme, key, value, provider]));
}

export function readReplaced(text: string | null): readonly ReplacedSource[] | null {
	if (text === null) return null;
	const rows = JSON.parse(text) as [scheme: string, key: string, value: string, provider: string][];
	return rows.map(([scheme, key, value, provider]) => ({ source: { scheme, key, value }, provider }));
}
