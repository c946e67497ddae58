// Writes entries of the change log as JSON, each with its link as a Scholix object that another
// broker takes as it is.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import { plainText } from '../../links/markup/styled-text.ts';
import type { Relation } from '../../links/relation.ts';
import { describeObject } from '../scholix/writing/object-document.ts';
import { writeEnd } from '../scholix/writing/write-answers.ts';
import { writeAssertion } from '../scholix/writing/write-link.ts';

/** Writes an entry in one line. */
export function writeChange({ number, at, kind, isEdge, source, relation, target, provenance }: ChangeView): string {
	const head = {
		number,
		time: new Date(at).toISOString(),
		kind,
		...(isEdge && { [kind === 'asserted' ? 'first' : 'last']: true }),
	};
	const link = writeAssertion({ source: endOf(source), relation, target: endOf(target), provenance });
	return `${JSON.stringify(head).slice(0, -1)},"link":${link}}`;
}

function endOf({ identifier, description }: ChangeEndView): string {
	const written = describeObject([identifier], description);
	const { Filled } = description;
	const filled = Filled === undefined ? '' : `,"Filled":${JSON.stringify(Filled)}`;
	return writeEnd({ ...written, fields: `${written.fields}${filled}`, versions: null });
}

/** Says an entry in a sentence, for people. */
export function sayChange({ kind, source, relation, target, provenance }: ChangeView): string {
	return `${nameOf(source)} ${phrases[relation]} ${nameOf(target)}: ${kind} by ${provenance.provider}`;
}

const phrases: Readonly<Record<Relation, string>> = {
	Cites: 'cites',
	IsSupplementTo: 'is supplement to',
	IsRelatedTo: 'is related to',
	HasVersion: 'has the version',
	IsIdenticalTo: 'is the same work as',
};

function nameOf({ identifier, known }: ChangeEndView): string {
	const title = known.Title === undefined ? '' : plainText(known.Title);
	return title || `${identifier.scheme}:${identifier.value}`;
}

/** One end of a link: the identifier that was named, and the description of the work. */
export type ChangeEndView = {
	identifier: Pick<Identifier, 'scheme' | 'value'>;
	description: Description;
	/** How a reader may call it: what is known of the work by now. */
	known: Description;
};

/** An entry of the log. */
export type ChangeView = {
	number: number;
	/** When it was logged, in milliseconds since 1970. */
	at: number;
	kind: 'asserted' | 'withdrawn';
	/** Asserted: nobody had asserted the relationship before; withdrawn: nobody does any more. */
	isEdge: boolean;
	source: ChangeEndView;
	relation: Relation;
	target: ChangeEndView;
	provenance: Provenance;
};
