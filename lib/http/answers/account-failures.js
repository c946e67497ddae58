// Rewords failures of the accounts for HTTP: their messages name commands; knows no route.
import { BrokerError } from '../../errors.js';
import { invalidBody } from './json-body.js';

/**
 * Does some work. `conflict` and `notFound` replace the messages of failures with those codes;
 * `pointer` is the place in the body that a wrong value comes from.
 */
export async function rewordingFailures   (
	work                  ,
	words                                                            ,
)             {
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
