// Records how far a load of files has come, so that an interrupted load can continue there.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { BrokerError } from '../errors.ts';
import type { LoadPart, LoadPlace, StoppedLoad } from '../store/loads.ts';
import type { LoadOptions } from './load-files.ts';

/** A load that can go on if it is stopped; `stopped` where it goes on now. */
export type GoingLoad = Pick<LoadPart, 'key' | 'run' | 'settings'> & {
	stopped?: Pick<StoppedLoad, keyof LoadPlace> | undefined;
};

type Named = Pick<LoadOptions, 'from' | 'provider' | 'supplied' | 'action' | 'replace'> & {
	dateGiven?: string | undefined;
};

/**
 * Names a load by its files and by what decides how they are read. Not by whether invalid links are
 * skipped or all is indexed: what is stored is the same, and who goes on may choose again.
 */
export function loadKey(
	paths: readonly string[],
	{ from, provider, supplied, action, replace, dateGiven }: Named,
): string {
	const named = [
		paths.map((path) => resolve(path)),
		from,
		provider,
		supplied.source?.id,
		supplied.relation,
		supplied.columns,
		action,
		replace,
		dateGiven,
	];
	return digestOf(JSON.stringify(named.map((one) => one ?? null)));
}

/** The longest name of a load, in characters. */
const longestName = 1_000;

/** Names a load to people by its paths, as they were given. */
export function loadName(paths: readonly string[]): string {
	const named = paths.map((path) => (path === '-' ? 'standard input' : path)).join(' ');
	return named.length <= longestName ? named : `${named.slice(0, longestName).toWellFormed()} …`;
}

/**
 * Follows the chunks of a load in their order. Each place has a digest of all that came up to it:
 * where a load goes on, the files must begin with what was stored of them.
 */
export function followLoad({ stopped }: GoingLoad) {
	let place: LoadPlace = { position: 0, digest: '' };
	return {
		/** Returns the place behind a chunk, and whether that is stored; fails with `bad-file`. */
		next(payload: Uint8Array): LoadPlace & { isStored: boolean } {
			place = { position: place.position + 1, digest: digestOf(place.digest, payload) };
			if (place.position === stopped?.position && place.digest !== stopped.digest) throw changed();
			return { ...place, isStored: place.position <= (stopped?.position ?? 0) };
		},
		/** Checks at the end of the files that what was stored was there. */
		finish(): void {
			if (place.position < (stopped?.position ?? 0)) throw changed();
		},
	};
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('hex').slice(0, 32);
}

function changed(): BrokerError {
	const message =
		'The files do not begin with what was stored of them: they were changed since, or this version of the program ' +
		'reads them otherwise. Nothing more was stored. Load them from the beginning, without --resume; what is stored ' +
		'already changes nothing.';
	return new BrokerError('bad-file', message);
}
