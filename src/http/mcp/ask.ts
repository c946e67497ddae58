// How tools ask the interface of a broker, in this process or elsewhere, and what they say where it
// refuses.
import type { z } from 'zod';
import { BrokerError } from '../../errors.ts';
import type { problemSchema } from '../answers/problem.ts';
import { shownId } from './shown.ts';

/** The interface of a broker. `base` is its address without a final slash. */
export type Asked = {
	base: string;
	/** Asks like `fetch`; fails with `unavailable` if the broker cannot be reached. */
	ask(address: string, init?: RequestInit): Promise<Response>;
};

type Problem = Partial<z.infer<typeof problemSchema>>;

/** An answer in JSON, with the address that was asked. */
export type Answered<Document> = { document: Document; headers: Headers; address: string };

/** Asks with these parameters of an address. Fails with the words of the broker. */
export async function askWith<Document>(
	{ base, ask }: Asked,
	path: string,
	parameters: Readonly<Record<string, string>>,
	accept = 'application/json',
): Promise<Answered<Document>> {
	const address = `${base}${path}?${new URLSearchParams(parameters)}`;
	return answered(await ask(address, { headers: { Accept: accept } }), address);
}

/** Asks with a body in JSON. Fails with the words of the broker. */
export async function askAbout<Document>(
	{ base, ask }: Asked,
	path: string,
	body: unknown,
): Promise<Answered<Document>> {
	const address = base + path;
	const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
	return answered(await ask(address, { method: 'POST', headers, body: JSON.stringify(body) }), address);
}

async function answered<Document>(response: Response, address: string): Promise<Answered<Document>> {
	const read = (await response.json().catch(() => undefined)) as unknown;
	if (read === undefined || (!response.ok && typeof (read as Problem).detail !== 'string')) {
		const words = `${new URL(address).origin} answered ${response.status} without JSON.`;
		throw new BrokerError('unavailable', `${words} Check that a broker is served there, and try again later.`);
	}
	if (!response.ok) throw refusal(read as Problem, response.headers.get('retry-after'));
	return { document: read as Document, headers: response.headers, address };
}

/** Makes the failure of a tool from a problem. */
function refusal({ type = '', detail = '', query }: Problem, retryAfter: string | null): BrokerError {
	const similar = query?.suggestions.map(shownId) ?? [];
	const words = [
		detail,
		...(similar.length > 0 ? [`Known identifiers that may be meant: ${JSON.stringify(similar)}.`] : []),
		...(retryAfter === null ? [] : [`Try again after ${retryAfter} seconds.`]),
	];
	const code = type.endsWith('/bad-query-string') ? 'bad-query-string' : 'bad-request';
	return new BrokerError(code, words.join(' '));
}
