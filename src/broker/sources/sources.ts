// The sources as counted and shown: providers with their numbers of links, and works by type.
import type { DescribedObject, WorkHeading } from '../../formats/scholix/described-object.ts';
import { addressOfWork, describeObjectWithAddresses } from '../../formats/scholix/writing/describe-work.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import { isoTime } from '../../links/link-date.ts';
import type { LinkCounts } from '../../ports/search/object-reader.ts';

/** What one provider says. Dates are as it gave them. */
export type CountedProvider = {
	name: string;
	/** Relationships between two identifiers that it asserts, each once. */
	links: number;
	/** Works (Identity groups) that it speaks of. */
	works: number;
	/** Its earliest and its latest LinkPublicationDate; null where it says nothing any more. */
	firstLink: string | null;
	lastLink: string | null;
	/** When the last submission was accepted that says any of it (milliseconds since 1970). */
	lastReceivedAt: number | null;
	/** Its links by the year of their first LinkPublicationDate, years ascending. */
	years: readonly (readonly [year: number, links: number])[];
};

/** One of the works that are cited most. */
export type ExampleWork = {
	group: number;
	/** As answers show it, but of its identifiers the first ones, and no lists. */
	object: Pick<DescribedObject, 'Identifiers'> & WorkHeading;
	counts: LinkCounts;
};

/** All that was counted. Lists of pairs come by count descending, then by name. */
export type CountedSources = {
	links: number;
	works: number;
	identifiers: number;
	schemes: readonly (readonly [scheme: string, identifiers: number])[];
	/** Works by type. */
	types: readonly (readonly [ObjectTypeName, number])[];
	/** Those with the most links first. */
	providers: readonly CountedProvider[];
	/** Of each type the most cited works, a work with all its versions once. */
	examples: readonly ExampleWork[];
};

/** Changes with what is kept: another form is not read. */
export const keptForm = 2;

/** What is kept of a count. */
export type KeptSources = {
	/** Which program can read it. */
	form: typeof keptForm;
	/** Which state was counted; see Holdings.holdingsState. */
	state: string;
	/** When it was begun (milliseconds since 1970), and how long it took. */
	countedAt: number;
	milliseconds: number;
	sources: CountedSources;
};

/** The last count, and whether it is current. */
export type SourcesView = {
	/** Undefined where nothing was ever counted. */
	counted: KeptSources | undefined;
	/** Whether nothing has changed since. */
	isCurrent: boolean;
	/** Whether the index holds no work at all. */
	isEmpty: boolean;
	/** When the last submission was applied (milliseconds since 1970); null: there was none. */
	lastAppliedAt: number | null;
};

/** Which page of the providers, by number of links; `base` is where addresses begin. */
type ProvidersPage = { size: number; page: number; base?: string };

const nothing = { links: 0, works: 0, identifiers: 0, types: [], schemes: [], providers: [], examples: [] };

/** Writes the document of the sources. */
export function describeSources({ counted, isCurrent, isEmpty, lastAppliedAt }: SourcesView, shown: ProvidersPage) {
	const { links, works, identifiers, types, schemes, providers, examples } = counted?.sources ?? nothing;
	const { size, page, base } = shown;
	return {
		as_of: isoTime(counted?.countedAt ?? null),
		current: isCurrent,
		empty: isEmpty,
		last_applied: isoTime(lastAppliedAt),
		...{ works, links, identifiers },
		types: types.map(([type, count]) => ({ type, works: count })),
		schemes: schemes.map(([scheme, count]) => ({ scheme, identifiers: count })),
		providers_total: providers.length,
		providers: providers.slice((page - 1) * size, page * size).map(describeProvider),
		examples: examples.map((example) => describeExample(example, base)),
	};
}

function describeProvider({ name, links, works, firstLink, lastLink, lastReceivedAt, years }: CountedProvider) {
	return {
		...{ name, links, works },
		first_link: firstLink,
		last_link: lastLink,
		last_received: isoTime(lastReceivedAt),
		years: years.map(([year, count]) => ({ year, links: count })),
	};
}

function describeExample({ group, object, counts }: ExampleWork, base: string | undefined) {
	const { Identifiers, ...fields } = object;
	const document = {
		identifiers: JSON.stringify(Identifiers),
		fields: JSON.stringify(fields).slice(1, -1),
	};
	return {
		...(base !== undefined && { self: addressOfWork(group, base) }),
		...describeObjectWithAddresses(document, base),
		counts,
	};
}
