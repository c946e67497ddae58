// Reads the work that a path names by scheme and identifier; knows no route.
import { BrokerError } from '../../errors.js';

const parameters = '{scheme}/{id}';

/**
 * Reads scheme and identifier from an address whose path ends as `shape` says
 * (`/badges/{scheme}/{id}.svg`): hono does not tell which slashes of an identifier were encoded.
 * Fails with `not-found` where it does not end so, and with `bad-request` where it is not encoded
 * well.
 */
export function readWorkPath(url        , shape        )                                 {
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
