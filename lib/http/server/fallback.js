// Answers requests that no route handles: OPTIONS, other methods, unknown paths.
import { BrokerError } from '../../errors.js';
                                                   
import { problemAnswer } from '../answers/problem.js';
import { rootAddress } from './addresses.js';
                                                     

/** Answers a request for a path that nothing serves: always fails with `not-found`. */
export function refusePath({ req }             )        {
	throw new BrokerError('not-found', `There is nothing at ${req.path}.`);
}

/**
 * Answers a request for a path that is served, by a method that its handlers do not know. `methods`
 * are theirs in lower case, `shared` those of which pages of other origins may read the answers.
 */
export function answerOtherMethod(
	{ req: { method, path, url } }             ,
	{ methods, shared, publicUrl }                                                                                     ,
)         {
	const allowed = [...namesOf(methods), 'OPTIONS'].join(', ');
	if (method === 'OPTIONS') return optionsAnswer(allowed, namesOf(shared));
	const error = new BrokerError('method-not-allowed', `${method} does not fit ${path}; it knows ${allowed}.`);
	const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
	return { ...problem, headers: { ...problem.headers, Allow: allowed } };
}

function namesOf(methods                   )           {
	return methods.flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
}

/** Answers OPTIONS, also the preflight request of a browser (CORS protocol, Fetch standard). */
function optionsAnswer(allowed        , shared                   )         {
	const sharing                         = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': shared.join(', '),
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	return { status: 204, headers: { Allow: allowed, ...(shared.length > 0 && sharing) }, body: null };
}
