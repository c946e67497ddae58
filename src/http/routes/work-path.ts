// Reads and writes paths that contain a scheme and an identifier.
import { z } from '@hono/zod-openapi';
import { BrokerError } from '../../errors.ts';
import { identifierPath } from '../../identifiers/index.ts';
import { linkLimits } from '../../links/limits.ts';

const parameters = '{scheme}/{id}';

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
 * Reads scheme and identifier from an address whose path has this `shape`
 * (`/badges/{scheme}/{id}.svg`). Hono does not report which slashes of an identifier were encoded.
 * Fails with `not-found` for another path, and with `bad-request` if the encoding is not valid.
 */
export function readWorkPath(url: string, shape: string): { scheme: string; id: string } {
	const [begin = '', end = ''] = shape.split(parameters);
	const [path = ''] = url.split(/[?#]/, 1);
	const from = path.indexOf(begin) + begin.length;
	const named = path.indexOf(begin) !== -1 && path.endsWith(end) ? path.slice(from, path.length - end.length) : '';
	const slash = named.indexOf('/');
	if (slash < 1 || slash === named.length - 1) {
		throw new BrokerError('not-found', `The path must be ${shape}, with the scheme and the identifier of a work.`);
	}
	try {
		return { scheme: decodeURIComponent(named.slice(0, slash)), id: decodeURIComponent(named.slice(slash + 1)) };
	} catch {
		throw new BrokerError(
			'bad-request',
			'The address is not percent-encoded UTF-8; write a percent sign itself as %25.',
		);
	}
}

/** Writes the end of a path that names a work: `doi/10.5281/zenodo.11020`. */
export function workPath({ ID, IDScheme }: { ID: string; IDScheme: string }): string {
	return identifierPath(IDScheme, ID);
}
