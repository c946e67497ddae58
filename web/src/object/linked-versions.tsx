// The versions that a link connects, and its relation as stated.
import type { AnsweredVersion, Relationship, VersionLink } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import { versionCount, wordsOf } from '../answered-works.ts';

const mostShown = 5;

type Props = { link: Relationship; view: ObjectView; versions: number };

/**
 * Renders the linked versions, if either work has several. Each version links to the list of its own
 * links.
 */
export function LinkedVersions({ link, view, versions }: Props) {
	const { Via: via = [], Target: target } = link;
	const isOtherShown = versionCount(target) > 1;
	if (via.length === 0 || (versions < 2 && !isOtherShown)) return null;
	const shown = via.slice(0, mostShown);
	const hidden = (link.ViaTotal ?? via.length) - shown.length;
	return (
		<p class="linked-versions">
			{via.length === 1 ? 'Version' : 'Versions'}{' '}
			{shown.map((one, at) => (
				<span key={keyOf(one)}>
					{at > 0 && ', '}
					{isOtherShown && <span class="identifier">{nameOf(one.Target)} – </span>}
					<a class="identifier" href={writeView(changed(view, { via: prefixed(one.Source) }))}>
						{nameOf(one.Source)}
					</a>
				</span>
			))}
			{hidden > 0 && ` and ${hidden} more`}
		</p>
	);
}

/** Renders the relation as stated, if the relation itself is general. */
export function Words({ link, relation }: { link: Relationship; relation: string }) {
	const words = wordsOf(link.LinkHistory);
	if (relation !== 'isRelatedTo' || words.length === 0) return null;
	return <span class="words">{words.join(', ')}</span>;
}

const nameOf = (version: AnsweredVersion) => mainIdentifier(version.Identifiers).ID;
const keyOf = ({ Source, Target }: VersionLink) => `${prefixed(Source)} ${prefixed(Target)}`;

/** Writes a version as the broker's counts do, by its first identifier. */
function prefixed({ Identifiers: [first] }: AnsweredVersion): string {
	return `${first?.IDScheme}:${first?.ID}`;
}
