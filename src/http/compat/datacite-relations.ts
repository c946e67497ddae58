// The relation types that a client of DataCite's events asks for.
import { type Definition, relationsCounted } from '../../broker/counting/definitions.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import type { EventEnd } from '../../formats/compat/datacite.ts';
import { isNoLink } from '../../formats/dialects/events/event-data.ts';
import { type RelationAsked, relationFrom } from '../../links/relation.ts';
import { type ForeignParameters, readRelationName } from './foreign.ts';

type RelationsAsked = {
	among: RelationAsked[] | undefined;
	words: ReadonlySet<string> | undefined;
};

/**
 * Reads the relation types, which read from the work unless this is asked for as the object. Fails with
 * `bad-query` where the definition counts none of them.
 */
export function relationsOf(
	parameters: ForeignParameters,
	end: EventEnd,
	definition: Definition | undefined,
): RelationsAsked {
	const given = parameters.all('relation-type-id');
	if (given.length === 0) return { among: undefined, words: undefined };
	const words = new Set(given.flatMap((name) => readName(name)));
	const among = new Map<string, RelationAsked>();
	for (const word of words) {
		const one = relationFrom(end === 'obj' ? 'target' : 'source', word);
		const isCounted = definition === undefined || relationsCounted(definition, one.relation)?.length !== 0;
		if (isCounted) among.set(one.subType ?? one.relation, one);
	}
	if (definition && words.size > 0 && among.size === 0) {
		throw wrongParameter('relation-type-id', `The definition ${definition.name} counts none of these relation types.`);
	}
	return { among: [...among.values()], words: words.has('IsRelatedTo') ? undefined : words };
}

/** Counts of use, and relations between works and people, are not links. */
function readName(name: string): string[] {
	return isNoLink(name) ? [] : [readRelationName('relation-type-id', name)];
}
