// What notices say of a work: that it was retracted, is doubted or was corrected, or cites works that
// were retracted.
import { useEffect, useState } from 'preact/hooks';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { type Notice, type NoticeKind, noticeKinds } from '../../../src/links/description.ts';
import { countText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { objectPath, objectView } from '../address/object-view.ts';
import { webAddress } from '../answered-works.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { countsOf, type Shown } from './work.ts';

const words: Readonly<Record<NoticeKind, string>> = {
	retraction: 'This work was retracted',
	concern: 'There is an expression of concern about this work',
	correction: 'This work was corrected',
};
const mostShown = 3;

/** Renders one banner for each kind of notice: a retraction as a warning, the others smaller. */
export function Notices({ notices = [] }: { notices: readonly Notice[] | undefined }) {
	return (
		<>
			{noticeKinds.map((kind) => {
				const of = notices.filter(({ Kind }) => Kind === kind);
				return of.length > 0 && <Banner key={kind} kind={kind} notices={of} />;
			})}
		</>
	);
}

function Banner({ kind, notices }: { kind: NoticeKind; notices: readonly Notice[] }) {
	const [date] = notices.flatMap((notice) => notice.Date ?? []).sort();
	const named = notices.flatMap(({ Identifier }) => Identifier ?? []);
	return (
		<p class={kind === 'retraction' ? 'notice failure banner' : 'banner'}>
			<strong>{words[kind]}</strong>
			{date && ` (${date})`}
			{named.length > 0 && ': '}
			{named.slice(0, mostShown).map(({ ID, IDScheme }, at) => (
				<span key={`${IDScheme} ${ID}`}>
					{at > 0 && ', '}
					<a href={webAddress({ ID, IDScheme }) ?? objectPath(IDScheme, ID)} rel="external noreferrer">
						notice {schemeTitle(IDScheme)} {ID}
					</a>
				</span>
			))}
			{named.length > mostShown && ` and ${countText(named.length - mostShown)} more`}
		</p>
	);
}

/**
 * Renders how many retracted works a work cites, with the way to them. The script asks for it after
 * the page is shown, so that no page waits for it.
 */
export function RetractedReferences({ view: { scheme, id, groupBy }, work }: Pick<Shown, 'view' | 'work'>) {
	const [isShown, setShown] = useState(false);
	useEffect(() => setShown(true), []);
	const asked = { id, scheme, groupBy, relation: 'cites', flagged: 'retracted-cited', size: 1 } as const;
	const asks = isShown && countsOf(work, groupBy).cites > 0;
	const { value: count, loading } = useAnswer(
		asks
			? question('retracted references', asked, async ({ broker }) => (await broker.relationshipsPage(asked)).total)
			: undefined,
	);
	if (loading || !count) return null;
	return (
		<p class="banner">
			<a href={writeView(objectView(scheme, id, { groupBy, relation: 'cites', flagged: ['retracted-cited'] }))}>
				Cites {countText(count)} retracted {count === 1 ? 'work' : 'works'}
			</a>
		</p>
	);
}
