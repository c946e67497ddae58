// What notices say of a work: that it was retracted, is doubted or was corrected.
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { type Notice, type NoticeKind, noticeKinds } from '../../../src/links/description.ts';
import { countText } from '../../../src/links/words.ts';
import { objectPath } from '../address/object-view.ts';
import { webAddress } from '../answered-works.ts';

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
