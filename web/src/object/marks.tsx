// The marks of a link: what its reader should know of it, or of the other work.
import type { Relationship } from '../../../clients/typescript/src/schemas.ts';
import type { Flag } from '../../../src/search/flags/flags.ts';
import type { RelationChoice } from '../relations.ts';

/** The marks where the other work cites the asked one, and where it is cited by it. */
const marks: Readonly<Partial<Record<RelationChoice, Readonly<Partial<Record<Flag, string>>>>>> = {
	isCitedBy: {
		'author-self': 'self-citation',
		machine: 'found by a program',
		'retracted-citing': 'retracted',
		'cited-after-retraction': 'cites it after its retraction',
		'corrected-citing': 'correction',
		'concern-citing': 'concern',
	},
	cites: {
		'author-self': 'self-citation',
		machine: 'found by a program',
		'retracted-cited': 'retracted',
		'cited-after-retraction': 'cited after its retraction',
		'corrected-cited': 'correction',
		'concern-cited': 'concern',
	},
};

type Props = { link: Pick<Relationship, 'Flags' | 'Relation'>; relation: RelationChoice };

/** Renders the marks of a link of a list; `relation` is that of all links in it. */
export function Marks({ link: { Flags = [], Relation }, relation }: Props) {
	const words = marks[(Relation?.Name as RelationChoice | undefined) ?? relation] ?? {};
	return (
		<>
			{Flags.filter((flag) => flag in words).map((flag) => (
				<span key={flag} class={/retract/.test(flag) ? 'mark wrong' : 'mark'}>
					{words[flag]}
				</span>
			))}
		</>
	);
}
