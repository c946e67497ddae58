// Lists the works that have a DOI with some prefix, by a walk of all works. It knows no engine.
import { BrokerError } from '../../errors.ts';
import type { ShownIdentifier } from '../../formats/scholix/writing/shown-identifier.ts';
import type { ObjectReader } from '../../ports/search/object-reader.ts';
import { beginningOfDois, doiPrefixPattern } from '../doi-prefix.ts';
import { mostReported } from './report-works.ts';

/** `onProgress` is told how many works were looked at. */
export type WalkOptions = { onProgress?(works: number): void };

/**
 * Answers the first such DOI of each work, in the order of the works' numbers. Fails with `bad-usage`
 * where the prefix is none, or has more works than a report.
 */
export async function worksOfPrefix(
	index: Pick<ObjectReader, 'listWorks' | 'lastWork'>,
	prefix: string,
	{ onProgress }: WalkOptions = {},
): Promise<string[]> {
	const folded = prefix.trim().toLowerCase();
	if (!doiPrefixPattern.test(folded))
		throw new BrokerError(
			'bad-usage',
			`${JSON.stringify(prefix)} is no prefix of DOIs; one is 10.5281, or 10.5281/zenodo.1.`,
		);
	const beginning = beginningOfDois(folded);
	const fits = ({ ID, IDScheme }: ShownIdentifier) => IDScheme === 'doi' && ID.toLowerCase().startsWith(beginning);
	const found: string[] = [];
	const upTo = await index.lastWork();
	let looked = 0;
	for (let after = 0; after < upTo; ) {
		const works = await index.listWorks({ after, upTo });
		for (const { identifiers } of works) {
			const doi = (JSON.parse(identifiers) as ShownIdentifier[]).find(fits);
			if (doi) found.push(doi.ID);
		}
		if (found.length > mostReported) throw tooMany(prefix);
		looked += works.length;
		onProgress?.(looked);
		after = works.at(-1)?.group ?? upTo;
	}
	return found;
}

function tooMany(prefix: string): BrokerError {
	const most = mostReported.toLocaleString('en');
	return new BrokerError(
		'bad-usage',
		`More than ${most} works have a DOI that begins with ${prefix}, which is what one report holds; give more of it, such as ${beginningOfDois(prefix)}a.`,
	);
}
