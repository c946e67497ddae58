// Writes entries of the change log as JSON, each with its link as a Scholix object that another
// broker takes as it is.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import { plainText } from '../../links/markup/styled-text.ts';
import type { Relation } from '../../links/relation.ts';
import { namesText, shortText } from '../../links/words.ts';
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

/** Says who cites: `Corner plots (Foreman-Mackey, Daniel; 2016) cites emcee`. */
export function sayCitation({ source, target }: Pick<ChangeView, 'source' | 'target'>): string {
	const { known, description } = source;
	const creators = namesText((known.Creator ?? description.Creator)?.map(plainAgent), { shown: mostCreators });
	const year = (known.PublicationDate ?? description.PublicationDate)?.slice(0, 4);
	const about = [creators, year].filter(Boolean).join('; ');
	return `${nameOf(source)}${about && ` (${about})`} cites ${nameOf(target)}`;
}

const mostCreators = 2;
const longestName = 300;

function plainAgent({ Name }: { Name: string }): { Name: string } {
	return { Name: plainText(Name) };
}

/** Says an entry in a sentence, for people. */
export function sayChange(change: ChangeView): string {
	return `${sayRelation(change)}: ${change.kind} by ${change.provenance.provider}`;
}

/** Says the link of an entry: `Corner plots is supplement to emcee`. */
function sayRelation({ source, relation, target }: Pick<ChangeView, 'source' | 'relation' | 'target'>): string {
	return `${nameOf(source)} ${phrases[relation]} ${nameOf(target)}`;
}

const phrases: Readonly<Record<Relation, string>> = {
	Cites: 'cites',
	IsSupplementTo: 'is supplement to',
	IsRelatedTo: 'is related to',
	HasVersion: 'has the version',
	IsIdenticalTo: 'is the same work as',
};

function nameOf({ identifier, known, description }: ChangeEndView): string {
	const title = plainText(known.Title ?? description.Title ?? '').trim();
	return shortText(title || `${identifier.scheme}:${identifier.value}`, longestName);
}

/** One end of a link: the identifier that was named, and the description of the work. */
export type ChangeEndView = {
	/** With the numbers of its groups, where they are known. */
	identifier: Pick<Identifier, 'scheme' | 'value'> & { identity?: number; version?: number };
	description: Description;
	/** How a reader may call it: what is known of the work by now. */
	known: Description;
	/** The main identifier of the work by now; in a feed. */
	main?: Pick<Identifier, 'scheme' | 'value'>;
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
	/** The numbers of the works that were asked for by name, each with the name that was given. */
	matched?: readonly { work: number; as: string }[];
};
