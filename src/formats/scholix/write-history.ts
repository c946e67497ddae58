// Writes relationships as Scholix links that give another broker the same LinkHistory; knows no
// file and no search.
import { searchRelationMeaning } from '../../links/relation.ts';
import { wordingsOfItem } from './relationship-type.ts';
import { type AnswerItem, type AnswerObject, writeEnd } from './write-answers.ts';

/**
 * Writes one relationship of `asked` as Scholix link objects, each on one line: one for each item of
 * its history with that item's provider and date (and one for each SubType, where the provider gave
 * several that day), newest first.
 */
export function writeHistoryLinks(asked: AnswerObject, { relation, object, history }: AnswerItem): string[] {
	const meaning = searchRelationMeaning[relation];
	const [from, to] = meaning.asked === 'target' ? [object, asked] : [asked, object];
	const [source, target] = [writeEnd(from), writeEnd(to)];
	return history.flatMap((item) =>
		wordingsOfItem(meaning.relation, item).map(({ type, swapped }) => {
			const ends = swapped ? `"Source":${target},"Target":${source}` : `"Source":${source},"Target":${target}`;
			const { provider, date } = item;
			const said = { RelationshipType: type, LinkProvider: [{ Name: provider }], LinkPublicationDate: date };
			return `{${ends},${JSON.stringify(said).slice(1)}`;
		}),
	);
}
