// Answers where no route does: to OPTIONS, another method of a known path, or an unknown path; knows paths and methods only.
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import type { Page } from '../answers/page.ts';
import { problemAnswer } from '../answers/problem.ts';
import type { Route } from '../routes/route.ts';
import { prefixes, rootAddress } from './addresses.ts';

/** Creates the answer to what neither routes nor pages serve: OPTIONS, another method of a known path, or an unknown path. */
export function createElsewhere(
	routes: readonly Route[],
	pages: readonly Page[],
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
): Route['handle'] {
	const reading = ['GET', 'HEAD'];
	const ofRoutes = routes.map(({ method, path, deep, shared }) => ({
		pattern: patternOf(path, deep),
		methods: method === 'get' ? reading : [method.toUpperCase()],
		shared,
	}));
	const ofPages = pages.flatMap(({ paths }) =>
		paths.map((path) => ({ pattern: patternOfPage(path), methods: reading, shared: false })),
	);
	const places = [...ofRoutes, ...ofPages];
	return ({ req: { method, path, url } }) => {
		const here = places.filter(({ pattern }) => pattern.test(path));
		if (here.length === 0) throw new BrokerError('not-found', `There is nothing at ${path}.`);
		const allowed = [...here.flatMap(({ methods }) => methods), 'OPTIONS'].join(', ');
		if (method === 'OPTIONS')
			return optionsAnswer(
				allowed,
				here.some(({ shared }) => shared),
			);
		const error = new BrokerError('method-not-allowed', `${method} does not fit ${path}; it knows ${allowed}.`);
		const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
		return { ...problem, headers: { ...problem.headers, Allow: allowed } };
	};
}

function patternOf(path: string, deep?: true): RegExp {
	const written = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
	return new RegExp(`^(?:${prefixes.join('|')})${deep ? written.replace(/\[\^\/\]\+(?!.*\[)/, '.+') : written}$`);
}

function patternOfPage(path: string): RegExp {
	const written = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
	return new RegExp(`^${written.replace(/\/\*$/, '(?:/.*)?')}$`);
}

/** Answers OPTIONS, also where a browser asks before a page of another origin may read (the Fetch standard's CORS protocol). */
function optionsAnswer(allowed: string, shared: boolean): Answer {
	const sharing: Record<string, string> = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': 'GET, HEAD',
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	return { status: 204, headers: { Allow: allowed, ...(shared && sharing) }, body: null };
}
