// Says what the accounts refuse in the words of HTTP: they name commands, which whoever sends a request does not have; knows no route.
import { BrokerError } from '../../errors.ts';
import { invalidBody } from './json-body.ts';

/** Does some work; `conflict` and `notFound` are what to say where it fails with those codes, `pointer` names the place of what cannot be. */
export async function inWordsOfHttp<T>(
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
