// Finds a work by any of its identifiers, or by the number of one, and describes it.
import type { CitationCounts } from '../../formats/csv/report-csv.ts';
import { showingFirst } from '../../formats/scholix/writing/object-document.ts';
import type { VersionNames } from '../../formats/scholix/writing/write-answers.ts';
import type { Identifier } from '../../identifiers/index.ts';
import type { ObjectDocument } from '../../ports/search/index-content.ts';
import type { WorkOverview } from '../../ports/search/object-reader.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { type ComparedCount, compareDefinitions } from '../counting/compare-definitions.ts';
import { type CitationRule, citedWork, countWorks } from '../counting/count-works.ts';
import type { Definition } from '../counting/definitions.ts';
import { countFitting } from '../in-steps.ts';
import { type Asked, findAsked } from '../searching/find-asked.ts';
import { asAnswered, bytesOfObject } from '../searching/search-relationships.ts';
import { type Suggestion, suggestIdentifiers } from '../searching/suggest-identifiers.ts';
import { nameFamily } from './name-families.ts';

/** Names a work by an identifier, or by the number that an identifier has in the records. */
export type ObjectQuestion = { id: string; scheme?: string | undefined } | { number: number };

/** An answer before it is written. */
export type ObjectAnswer = {
	/** What was understood to be asked for; see RelationshipAnswer. */
	asked: Identifier;
	/** Known identifiers that may be meant, where this one is not. */
	suggestions: readonly Suggestion[];
	/** Absent where the identifier is not known. */
	source: ObjectDocument | undefined;
	overview:
		| (WorkOverview & { names: VersionNames; counted?: CitationCounts; compared?: readonly ComparedCount[] })
		| undefined;
};

/**
 * `rule` is what counts as a citation, where the question says it; `definitions` are those by which
 * citations are compared, where it wants that.
 */
type Options = {
	facets: boolean;
	versionsFrom?: number;
	rule?: CitationRule | undefined;
	definitions?: readonly Definition[];
	signal?: AbortSignal | undefined;
};

/**
 * Describes a work; undefined if no identifier has the number. Fails like findAsked if the question is
 * ambiguous.
 */
export async function describeObject(
	{ index, records }: { index: AnsweringIndex; records: Pick<Records, 'read'> },
	question: ObjectQuestion,
	options: Options,
): Promise<ObjectAnswer | undefined> {
	if ('number' in question) {
		const [identifier] = await records.read((transaction) => transaction.identifiers([question.number]));
		return identifier && describeNumbered(index, identifier, options);
	}
	const asking = { ...question, group_by: 'identity' as const };
	const found = await describeFound(index, () => findAsked(index, asking), options);
	return found.source ? found : { ...found, suggestions: await suggestIdentifiers(index, asking, found) };
}

async function describeNumbered(
	index: AnsweringIndex,
	{ scheme, key, value }: Identifier,
	options: Options,
): Promise<ObjectAnswer> {
	const asked = { scheme, key, value };
	// It is not read again: what was stored by older rules may be another identifier by those of
	// today.
	const find = async () => ({ asked, readings: [asked], located: (await index.locate([asked]))[0] });
	return describeFound(index, find, options);
}

// A group that was just found may become a part of another one before it is read.
const attempts = 3;

async function describeFound(
	index: AnsweringIndex,
	find: () => Promise<Asked>,
	options: Options,
): Promise<ObjectAnswer & Asked> {
	let found = await find();
	for (let attempt = 1; found.located && attempt <= attempts; attempt++) {
		const overview = await index.describe(
			found.located.identity,
			{ facets: options.facets, located: found.located, versionsFrom: options.versionsFrom ?? 0 },
			options.signal,
		);
		if (overview) {
			const { work, family } = overview;
			const asked = asAnswered(found.asked, work.document);
			const names = await nameFamily(index, found.located.version, family);
			const source = showingFirst(asked, work.document);
			const members = family.members.slice(
				0,
				countFitting(family.members, ({ document }) => bytesOfObject(document)),
			);
			const { rule, definitions, signal } = options;
			const cited = citedWork(found.located, { identity: work.counts, version: family.counts });
			const [counted] = rule ? await countWorks(index, [cited], rule, { signal }) : [];
			const compared = definitions && (await compareDefinitions(index, cited, definitions, signal));
			const shown = {
				...{ ...overview, work: { ...work, document: source }, family: { ...family, members }, names },
				...(counted && { counted }),
				...(compared && { compared }),
			};
			return { ...found, asked, suggestions: [], source, overview: shown };
		}
		found = await find();
	}
	return { ...found, suggestions: [], source: undefined, overview: undefined };
}
