// The sources as answers tell them, over HTTP and on the command line. It knows neither.
import { addressOfWork, describeObjectWithAddresses } from '../../formats/scholix/writing/describe-work.ts';
import type { CountedProvider, ExampleWork, ToldSources } from './sources.ts';

/** Which providers are told, of those with the most links; `base` is where addresses begin. */
type Told = { size: number; page: number; base?: string };

const nothing = { links: 0, works: 0, identifiers: 0, types: [], schemes: [], providers: [], examples: [] };

/** Writes what is told of the sources. */
export function describeSources({ counted, isCurrent, isEmpty, lastAppliedAt }: ToldSources, told: Told) {
	const { links, works, identifiers, types, schemes, providers, examples } = counted?.sources ?? nothing;
	const { size, page, base } = told;
	return {
		as_of: timeOf(counted?.countedAt ?? null),
		current: isCurrent,
		empty: isEmpty,
		last_applied: timeOf(lastAppliedAt),
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
		last_received: timeOf(lastReceivedAt),
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
		...describeObjectWithAddresses(document),
		counts,
	};
}

function timeOf(milliseconds: number | null): string | null {
	return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
