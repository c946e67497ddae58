// Finds the two identifiers of a question in the records.
import { BrokerError, type Problem } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { isSame } from '../../identifiers/index.ts';
import type { Evidence, PlacedIdentifier } from '../../store/evidence.ts';
import { findAsked } from '../searching/find-asked.ts';
import { suggestIdentifiers } from '../searching/suggest-identifiers.ts';
import type { WhyQuestion } from './why-question.ts';

/**
 * Finds both. Fails as findAsked does where one is unclear, and with `not-found` where nothing is
 * known of one; the failure names the parameter.
 */
export async function findBoth(
	evidence: Evidence,
	{ id, scheme, other, other_scheme }: WhyQuestion,
): Promise<{ one: PlacedIdentifier; other: PlacedIdentifier }> {
	const one = await findOne(evidence, { id, scheme }, 'id');
	const found = await findOne(evidence, { id: other, scheme: other_scheme }, 'other').catch(askedAsOther);
	return { one, other: found };
}

async function findOne(
	evidence: Evidence,
	named: { id: string; scheme: string | undefined },
	field: 'id' | 'other',
): Promise<PlacedIdentifier> {
	const question = { ...named, group_by: 'identity' } as const;
	const found = await findAsked(evidence, question);
	const { asked } = found;
	const [known] = (await evidence.locate([asked])).filter((one) => isSame(one, asked));
	if (known) return known;
	const suggestions = await suggestIdentifiers(evidence, question, found);
	const message = `Unknown identifier: ${asked.scheme}:${asked.value}, read from ${field}.`;
	const meant = suggestions.map(({ identifier }): Problem => {
		const advice = `Did you mean ${identifier.scheme}:${identifier.value}?`;
		return { field, message: advice, identifier: shownIdentifier(identifier) };
	});
	throw new BrokerError('not-found', message, {
		problems: [{ field, message, identifier: shownIdentifier(asked) }, ...meant],
	});
}

const asOther: Readonly<Record<string, string>> = { id: 'other', scheme: 'other_scheme' };

/** Renames `id` and `scheme` in the problem of an unclear text. */
function askedAsOther(error: unknown): never {
	if (!(error instanceof BrokerError)) throw error;
	const renamed = (text: string) => text.replaceAll('add scheme=', 'add other_scheme=');
	const problems = error.problems.map(({ field, message, ...place }) => ({
		...place,
		message: renamed(message),
		...(field !== undefined && { field: asOther[field] ?? field }),
	}));
	throw new BrokerError(error.code, renamed(error.message), { problems, cause: error.cause });
}
