// Runs statements about the links that a search asks for; knows no page and no count.
                                                                               
                                                          
import { views } from '../schema.js';
import { conditionOf,                } from './filter.js';
import { createParameters,                                  } from './select-links.js';

/** Runs a statement about the links that a search asks for. */
                                               
	                                                                     
	                                                             
           

/** Runs statements through a connection, in its transaction; `functions` are what filters call. */
export function createLinkSelect(connection            , functions           )             {
	return (request, write) => {
		const parameters = createParameters();
		const { groupBy, group, relation } = request;
		const seen = views.filter(({ name }) => (relation ?? name) === name);
		const condition = conditionOf(request, parameters.bind, functions);
		const statement = write({ groupBy, group, views: seen, condition }, parameters);
		return connection.prepare(statement).all(...parameters.values);
	};
}
