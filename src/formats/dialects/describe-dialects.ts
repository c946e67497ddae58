// Lists the dialects for people and programs, the broker's own among them.
import type { Replacement } from './dialect.ts';
import { scholix } from './dialect.ts';
import { dialects, unknownDialect } from './dialects.ts';

/** A dialect as it is listed. */
export type DescribedDialect = {
	name: string;
	title: string;
	/** json, xml, yaml, table, bibtex or tagged. */
	syntax: string;
	/** Which of its dates is that of a link. */
	date: string;
	/** The provider where its documents name none; null: it must be supplied. */
	provider: string | null;
	/** What becomes of links that it does not say again. */
	replaces: string;
	/** A short document that holds a link. */
	example: string;
};

/**
 * Describes all dialects by name, or the forms of one. Fails with `bad-query` where there is none
 * of that name.
 */
export function describeDialects(name?: string): DescribedDialect[] {
	const all = [own, ...dialects.map(describe)];
	const asked = name === undefined ? all : all.filter((dialect) => dialect.name === name.trim().toLowerCase());
	if (asked.length > 0) return asked.sort((one, other) => (one.name < other.name ? -1 : 1));
	throw unknownDialect(name ?? '');
}

function describe({
	name,
	title,
	syntax,
	dateRule,
	provider,
	replacement,
	example,
}: (typeof dialects)[number]): DescribedDialect {
	return {
		name,
		title,
		syntax,
		date: dateRule,
		provider: provider ?? null,
		replaces: replacements[replacement],
		example,
	};
}

const replacements: Readonly<Record<Replacement, string>> = {
	record: 'withdrawn: a record states all links of its object',
	statement: 'kept: each stands for itself',
	set: 'kept: only the whole set shows which links were removed',
};

const own: DescribedDialect = {
	name: scholix,
	title: 'Scholix, versions 3 and 4: the form in which the broker keeps and answers links',
	syntax: 'json',
	date: 'LinkPublicationDate',
	provider: null,
	replaces: replacements.statement,
	example:
		'{"Source": {"Identifier": {"ID": "10.1234/data", "IDScheme": "doi"}, "Type": {"Name": "dataset"}}, ' +
		'"RelationshipType": {"Name": "IsSupplementTo"}, "Target": {"Identifier": {"ID": "10.1234/paper", ' +
		'"IDScheme": "doi"}, "Type": {"Name": "literature"}}, "LinkProvider": [{"Name": "Repository"}], ' +
		'"LinkPublicationDate": "2024-05-01"}',
};
