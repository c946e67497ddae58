// Answers requests that no route handles: OPTIONS, other methods, unknown paths.
import { BrokerError } from '../../errors.ts';
import type { Answer } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import { rootAddress } from './addresses.ts';
import type { HttpContext } from './http-context.ts';

/** Answers a request for a path that nothing serves: always fails with `not-found`. */
export function refusePath({ req }: HttpContext): never {
	throw new BrokerError('not-found', `There is nothing at ${req.path}.`);
}

/**
 * Answers a request for a path that is served, by a method that its handlers do not know. `methods`
 * are theirs in lower case, `shared` those of which pages of other origins may read the answers.
 */
export function answerOtherMethod(
	{ req: { method, path, url } }: HttpContext,
	{ methods, shared, publicUrl }: { methods: readonly string[]; shared: readonly string[]; publicUrl: string | null },
): Answer {
	const allowed = [...namesOf(methods), 'OPTIONS'].join(', ');
	if (method === 'OPTIONS') return optionsAnswer(allowed, namesOf(shared));
	const error = new BrokerError('method-not-allowed', `${method} does not fit ${path}; it knows ${allowed}.`);
	const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
	return { ...problem, headers: { ...problem.headers, Allow: allowed } };
}

function namesOf(methods: readonly string[]): string[] {
	return methods.flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
}

/** Answers OPTIONS, also the preflight request of a browser (CORS protocol, Fetch standard). */
function optionsAnswer(allowed: string, shared: readonly string[]): Answer {
	const sharing: Record<string, string> = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': shared.join(', '),
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	return { status: 204, headers: { Allow: allowed, ...(shared.length > 0 && sharing) }, body: null };
}
