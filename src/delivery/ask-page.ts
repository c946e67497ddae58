// Asks the page of a work what it says of it.
import type { ReadPage } from '../broker/notify/describe-announced.ts';
import { readPage } from '../formats/dialects/linked-data/read-page.ts';
import { encodingOf } from '../formats/dialects/syntaxes/encoding.ts';
import type { GuardedFetch } from '../network/guarded-connections.ts';
import { failureOf, readBeginning } from './post-message.ts';

const mostBytes = 1_048_576;
const answerMilliseconds = 10_000;
const accepted = 'application/ld+json, text/html;q=0.9, */*;q=0.1';

/** Creates what asks, in one request, and reads the beginning of the answer. */
export function createPageReader({ get, agent }: { get: GuardedFetch; agent: string }): ReadPage {
	const ask = async (page: string, signal: AbortSignal) => {
		const response = await get(page, { headers: { Accept: accepted, 'User-Agent': agent }, signal });
		return { response, bytes: await readBeginning(response, mostBytes) };
	};
	return async (page, signal) => {
		const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]);
		const { response, bytes } = await ask(page, ended).catch((cause) => {
			throw new Error(failureOf(cause, answerMilliseconds), { cause });
		});
		if (!response.ok) throw new Error(`It answered ${response.status}.`);
		const work = readPage(new TextDecoder(encodingOf(bytes)).decode(bytes), page);
		if (work === undefined) throw new Error('It names no title of a work.');
		return work;
	};
}
