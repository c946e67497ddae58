// Finds in the records the two identifiers that are asked about, as searches find theirs. It knows
// no transport.
import { BrokerError,              } from '../../errors.js';
import { shownIdentifier } from '../../formats/scholix/writing/shown-identifier.js';
import { isSame } from '../../identifiers/index.js';
                                                                                  
import { findAsked } from '../searching/find-asked.js';
import { suggestIdentifiers } from '../searching/suggest-identifiers.js';
                                                     

/**
 * Finds both. Fails as findAsked does where one is unclear, and with `not-found` where nothing is
 * known of one; the failure names the parameter.
 */
export async function findBoth(
	evidence          ,
	{ id, scheme, other, other_scheme }             ,
)                                                              {
	const one = await findOne(evidence, { id, scheme }, 'id');
	const found = await findOne(evidence, { id: other, scheme: other_scheme }, 'other').catch(askedAsOther);
	return { one, other: found };
}

async function findOne(
	evidence          ,
	named                                            ,
	field                ,
)                            {
	const question = { ...named, group_by: 'identity' }         ;
	const found = await findAsked(evidence, question);
	const { asked } = found;
	const [known] = (await evidence.locate([asked])).filter((one) => isSame(one, asked));
	if (known) return known;
	const suggestions = await suggestIdentifiers(evidence, question, found);
	const message = `Nothing is known of ${asked.scheme}:${asked.value}, which ${field} was understood to be.`;
	const meant = suggestions.map(({ identifier })          => {
		const advice = `Did you mean ${identifier.scheme}:${identifier.value}?`;
		return { field, message: advice, identifier: shownIdentifier(identifier) };
	});
	throw new BrokerError('not-found', message, {
		problems: [{ field, message, identifier: shownIdentifier(asked) }, ...meant],
	});
}

const asOther                                   = { id: 'other', scheme: 'other_scheme' };

/** A text that is unclear is told of as `id` and `scheme`; here they have other names. */
function askedAsOther(error         )        {
	if (!(error instanceof BrokerError)) throw error;
	const renamed = (text        ) => text.replaceAll('add scheme=', 'add other_scheme=');
	const problems = error.problems.map(({ field, message, ...place }) => ({
		...place,
		message: renamed(message),
		...(field !== undefined && { field: asOther[field] ?? field }),
	}));
	throw new BrokerError(error.code, renamed(error.message), { problems, cause: error.cause });
}
