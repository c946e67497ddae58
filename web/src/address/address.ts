// Translates between addresses and views, which are the only state of a page. Pure; no DOM.
import { ownPath, sitePath } from '../site/site.ts';
import { type ExplainView, readExplainView, writeExplainView } from './explain-view.ts';
import { type ObjectView, readObjectView, writeObjectView } from './object-view.ts';
import { type OperatorView, readOperatorView, writeOperatorView } from './operator-view.ts';
import { readPageNumber } from './parts.ts';
import { type ReportView, readReportView, writeReportView } from './report-view.ts';
import { readSearchView, type SearchView, writeSearchView } from './search-view.ts';

export type View =
	| { page: 'home' }
	| { page: 'sources'; pageNumber: number }
	| ObjectView
	| SearchView
	| ExplainView
	| ReportView
	| OperatorView
	| { page: 'missing'; path: string };

/** Reads an address; wrong values count as absent. */
export function readView({ pathname, search }: { pathname: string; search: string }): View {
	const parameters = new URLSearchParams(search);
	const path = ownPath(pathname);
	if (path === '/') return { page: 'home' };
	const [, area, ...rest] = path?.split('/') ?? [];
	return readArea(area ?? '', rest, parameters) ?? { page: 'missing', path: pathname };
}

function readArea(area: string, rest: readonly string[], parameters: URLSearchParams): View | undefined {
	switch (area) {
		case 'objects': {
			const [scheme = '', id = ''] = [rest[0] ?? '', rest.slice(1).join('/')].map(decoded);
			return scheme && id ? readObjectView(scheme, id, parameters) : undefined;
		}
		case 'search':
			return rest.length === 0 ? readSearchView(parameters) : undefined;
		case 'explain':
			return rest.length === 0 ? readExplainView(parameters) : undefined;
		case 'report':
			return rest.length === 0 ? readReportView(parameters) : undefined;
		case 'providers':
			return rest.length === 0 ? { page: 'sources', pageNumber: readPageNumber(parameters) } : undefined;
		case 'operator':
			return readOperatorView(rest.map(decoded), parameters);
		default:
			return undefined;
	}
}

/** Writes the address of a view: path and query. */
export function writeView(view: View): string {
	switch (view.page) {
		case 'home':
			return sitePath('/');
		case 'sources':
			return sitePath(`/providers${view.pageNumber === 1 ? '' : `?page=${view.pageNumber}`}`);
		case 'missing':
			return view.path;
		case 'object':
			return writeObjectView(view);
		case 'search':
			return writeSearchView(view);
		case 'explain':
			return writeExplainView(view);
		case 'report':
			return writeReportView(view);
		case 'operator':
		case 'event':
		case 'load':
		case 'notification':
		case 'audit':
		case 'subscriptions':
		case 'subscription':
		case 'new-subscription':
			return writeOperatorView(view);
	}
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
