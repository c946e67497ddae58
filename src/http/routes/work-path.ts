// Reads and writes paths that contain a scheme and an identifier, or another part with slashes.
import { z } from '@hono/zod-openapi';
import { BrokerError } from '../../errors.ts';
import { identifierPath } from '../../identifiers/index.ts';
import { linkLimits } from '../../links/limits.ts';

/** Describes the two parameters of such a path. */
export const workPathSchema = z.strictObject({
	scheme: z.string().openapi({
		description: 'The scheme of the identifier.',
		maxLength: linkLimits.schemeLength,
		pattern: '\\S',
		example: 'doi',
	}),
	id: z.string().openapi({
		description: 'The identifier.',
		maxLength: linkLimits.idLength,
		pattern: '\\S',
		example: '10.5281/zenodo.11020',
	}),
});

/**
 * Reads the parameters of a path of this `shape` (`/badges/{scheme}/{id}.svg`), the last of which may
 * have slashes: Hono does not report which of them were encoded. Fails with `not-found` for another
 * path, and with `bad-request` if the encoding is not valid.
 */
export function readDeepPath(url: string, shape: string): Record<string, string> {
	const begin = shape.slice(0, shape.indexOf('{'));
	const names = Array.from(shape.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
	const between = shape.slice(begin.length).split(/\{\w+\}/);
	const pattern = between.map(RegExp.escape).reduce((before, after, at) => {
		return `${before}${at === names.length ? '(.+)' : '([^/]+)'}${after}`;
	});
	const [path = ''] = url.split(/[?#]/, 1);
	const from = path.indexOf(begin);
	const values = from === -1 ? null : new RegExp(`^${pattern}$`).exec(path.slice(from + begin.length));
	if (values === null) throw new BrokerError('not-found', `The path must be ${shape}, with each of its parts.`);
	try {
		return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at + 1] as string)]));
	} catch {
		throw new BrokerError(
			'bad-request',
			'The address is not percent-encoded UTF-8; write a percent sign itself as %25.',
		);
	}
}

/** Reads scheme and identifier from an address; fails like readDeepPath. */
export function readWorkPath(url: string, shape: string): { scheme: string; id: string } {
	const { scheme = '', id = '' } = readDeepPath(url, shape);
	return { scheme, id };
}

/** Writes the end of a path that names a work: `doi/10.5281/zenodo.11020`. */
export function workPath({ ID, IDScheme }: { ID: string; IDScheme: string }): string {
	return identifierPath(IDScheme, ID);
}
