// Runs statements about the links that a search asks for; knows no page and no count.
import type { SearchRequest } from '../../../../ports/search/search-reader.ts';
import type { Connection, Value } from '../connection.ts';
import { views } from '../schema.ts';
import { conditionOf, type Functions } from './filter.ts';
import { createParameters, type LinksAsked, type Parameters } from './select-links.ts';

/** Runs a statement about the links that a search asks for. */
export type LinkSelect = <Row extends Value[]>(
	request: Omit<SearchRequest, 'order' | 'size' | 'offset' | 'facets'>,
	write: (asked: LinksAsked, parameters: Parameters) => string,
) => Row[];

/** Runs statements through a connection, in its transaction; `functions` are what filters call. */
export function createLinkSelect(connection: Connection, functions: Functions): LinkSelect {
	return (request, write) => {
		const parameters = createParameters();
		const { groupBy, group, relation } = request;
		const seen = views.filter(({ name }) => (relation ?? name) === name);
		const condition = conditionOf(request, parameters.bind, functions);
		const statement = write({ groupBy, group, views: seen, condition }, parameters);
		return connection.prepare(statement).all(...parameters.values);
	};
}
