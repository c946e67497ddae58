// What assistants are shown of an answer: few members, as each word costs them. Texts of providers
// stay in fields of their own.
import { z } from 'zod';
import { shortText } from '../../links/words.ts';
import type { metadata } from '../answers/answer-schemas.ts';

const mostCreators = 3;
const mostIdentifiers = 5;
const longestText = 300;

const text = z.string();
const count = z.int().min(0);

/** Describes an identifier as tools take it. */
export const idSchema = text.meta({ description: 'An identifier, as scheme:value.', examples: ['doi:10.1000/182'] });

/** Describes a permanent address. */
export const selfSchema = text.meta({ description: 'The address in the HTTP interface.' });

/** Describes where the next answer begins. */
export const nextCursorSchema = text
	.optional()
	.meta({ description: 'Pass it as cursor to continue. Absent at the end.' });

/** Describes a work. */
export const shownWorkSchema = z.strictObject({
	id: idSchema,
	other_ids: z.array(idSchema).optional(),
	title: text.optional(),
	type: text,
	creators: z
		.array(text)
		.optional()
		.meta({ description: `The first ${mostCreators}.` }),
	published: text.optional(),
	in: text.optional().meta({ description: 'The journal, book or series.' }),
	publisher: text.optional(),
	edition: text.optional(),
});

export type ShownWork = z.infer<typeof shownWorkSchema>;

/** Describes the number of related works by relation, without those that are 0. */
export const shownCountsSchema = z
	.record(z.string(), count)
	.meta({ description: 'Related works by relation; a relation that is not listed has none.' });

/** Describes counts at both levels. */
export const shownLevelCountsSchema = z.strictObject({
	identity: shownCountsSchema.meta({ description: 'Of the work itself.' }),
	version: shownCountsSchema.meta({ description: 'Of all its versions together.' }),
});

/** Describes a number of citing works at both levels. */
export const shownCitedBySchema = z.strictObject({ identity: count, version: count });

const cut = (one: string) => shortText(one, longestText);

type Identifier = { ID: string; IDScheme: string };
type Described = {
	[Name in keyof typeof metadata]?: z.infer<(typeof metadata)[Name]> | undefined;
};

/** Writes an identifier as tools take it. */
export function shownId({ IDScheme, ID }: Identifier): string {
	return `${IDScheme}:${ID}`;
}

/** Shows a work of an answer. */
export function shownWork(identifiers: readonly Identifier[], work: Described): ShownWork {
	const [id = '', ...others] = identifiers.slice(0, mostIdentifiers).map(shownId);
	const creators = work.Creator?.slice(0, mostCreators).map(({ Name }) => cut(Name));
	return {
		id,
		...(others.length > 0 && { other_ids: others }),
		...(work.Title !== undefined && { title: cut(work.Title) }),
		type: work.Type?.Name ?? 'unknown',
		...(creators && creators.length > 0 && { creators }),
		...(work.PublicationDate !== undefined && { published: cut(work.PublicationDate) }),
		...(work.Container?.Title !== undefined && { in: cut(work.Container.Title) }),
		...(work.Publisher?.[0] && { publisher: cut(work.Publisher[0].Name) }),
		...(work.Edition !== undefined && { edition: cut(work.Edition) }),
	};
}

/** Shows counts by relation. */
export function shownCounts(counts: Readonly<Record<string, number>>): Record<string, number> {
	return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
}

/** Shows counts at both levels. */
export function shownLevelCounts({ identity, version }: Record<'identity' | 'version', Record<string, number>>) {
	return { identity: shownCounts(identity), version: shownCounts(version) };
}
