// The versions that a link connects, by name, and its relation as stated.
import type { AnsweredVersion, Relationship, VersionLink } from '../../../clients/typescript/src/schemas.ts';
import { cutInside, mainIdentifier } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import { versionCount, wordsOf } from '../answered-works.ts';
import type { RelationChoice } from '../relations.ts';
import { IdentifierText } from '../shell/identifier-text.tsx';
import { nameOf } from './versions.ts';

const mostShown = 5;
/** The characters of two lines of a narrow column. */
const longestBrief = 26;

/** What the other work does with the versions of the asked one. */
const verbs: Readonly<Record<RelationChoice, string>> = {
	isCitedBy: 'Cites',
	cites: 'Cited by',
	isSupplementedBy: 'Supplement to',
	isSupplementTo: 'Supplemented by',
	isRelatedTo: 'Related to',
	all: 'Linked to',
};

type Props = {
	link: Relationship;
	view: ObjectView;
	relation: RelationChoice;
	versions: number;
	/** Whether long names are shortened, as in a column. */
	isCell?: boolean;
};

/**
 * Renders the linked versions, if either work has several. Each version links to the list of its own
 * links.
 */
export function LinkedVersions({ link, view, relation, versions, isCell = false }: Props) {
	const { Via: via = [], Target: target } = link;
	const isOtherShown = versionCount(target) > 1;
	if (via.length === 0 || (versions < 2 && !isOtherShown)) return null;
	const shown = via.slice(0, mostShown);
	const hidden = (link.ViaTotal ?? via.length) - shown.length;
	return (
		<p class="linked-versions">
			{verbs[(link.Relation?.Name as RelationChoice | undefined) ?? relation]}{' '}
			{shown.map((one, at) => (
				<span key={keyOf(one)}>
					{at > 0 && ', '}
					<a href={writeView(changed(view, { via: prefixed(one.Source) }))}>
						<VersionText version={one.Source} isBrief={isCell} />
					</a>
					{isOtherShown && (
						<>
							{' '}
							(in its version <VersionText version={one.Target} isBrief={isCell} />)
						</>
					)}
				</span>
			))}
			{hidden > 0 && ` and ${hidden} more`}
		</p>
	);
}

type VersionTextProps = { version: AnsweredVersion; isBrief?: boolean };

/** Renders the name of a version, if brief without the middle of a long one, and its identifier as such. */
export function VersionText({ version, isBrief = false }: VersionTextProps) {
	const name = nameOf(version);
	if (name !== mainIdentifier(version.Identifiers).ID)
		return <bdi>{isBrief ? cutInside(name, longestBrief) : name}</bdi>;
	return (
		<span class="identifier">
			<IdentifierText ID={name} />
		</span>
	);
}

/** Renders the relation as stated, if the relation itself is general. */
export function Words({ link, relation }: { link: Relationship; relation: string }) {
	const words = wordsOf(link.LinkHistory);
	if (relation !== 'isRelatedTo' || words.length === 0) return null;
	return <span class="words">{words.join(', ')}</span>;
}

const keyOf = ({ Source, Target }: VersionLink) => `${prefixed(Source)} ${prefixed(Target)}`;

/** Writes a version as the broker's counts do, by its first identifier. */
export function prefixed({ Identifiers: [first] }: Pick<AnsweredVersion, 'Identifiers'>): string {
	return `${first?.IDScheme}:${first?.ID}`;
}
