// Rewords failures of the accounts for HTTP, since their messages name commands.
import { BrokerError } from '../../errors.ts';
import { invalidBody } from './json-body.ts';

/**
 * Runs some work. `conflict` and `notFound` replace the messages of failures with those codes;
 * `pointer` is the place in the body of a wrong value.
 */
export async function rewordingFailures<T>(
	work: () => Promise<T>,
	words: { conflict?: string; notFound?: string; pointer?: string },
): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof BrokerError)) throw cause;
		const { conflict, notFound, pointer } = words;
		if (cause.code === 'conflict' && conflict) throw new BrokerError('conflict', conflict, { cause });
		if (cause.code === 'not-found' && notFound) throw new BrokerError('not-found', notFound, { cause });
		if (cause.code === 'bad-usage' && pointer !== undefined)
			throw invalidBody([{ pointer, message: `is refused: ${cause.message.replace(/\.$/, '')}` }]);
		throw cause;
	}
}
