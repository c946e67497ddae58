// Writes feeds in Atom (RFC 4287).
import type { NewestChanges } from '../../broker/changes/read-changes.ts';
import { createPace } from '../../broker/in-steps.ts';
import { type ChangeEndView, type ChangeView, sayChange, sayCitation } from '../../formats/changes/write-changes.ts';
import { type Identifier, identifierPath, identifierUrl } from '../../identifiers/index.ts';
import { isoTime } from '../../links/link-date.ts';
import { windowTitle } from '../../links/words.ts';
import { softwareName } from '../../settings/site.ts';
import { escapeMarkup } from './html.ts';

export const atomMediaType = 'application/atom+xml';

/** The head of a feed. Addresses are absolute. */
export type FeedHead = {
	title: string;
	/** The name of the site, which is the author of the feed. */
	site: string;
	/** The root address of pages, with a final slash. */
	pages: string;
	/** The addresses of the feed, of its page for people, and of the next page. */
	self: string;
	alternate: string;
	next?: string | undefined;
	/** Whether the entries are citations alone. */
	isOfCitations: boolean;
	/** The time of the answer, for a feed without entries. */
	now: number;
};

type Entries = Pick<NewestChanges, 'changes' | 'cursorBefore'>;

/** Writes a feed. */
export async function writeFeed({ changes, cursorBefore }: Entries, head: FeedHead): Promise<string> {
	const entries = await writeEach(changes, (change) => writeEntry(change, cursorBefore(change.number), head));
	const { title, site } = head;
	const updated = changes.reduce((latest, { at }) => Math.max(latest, at), 0) || head.now;
	const links = [linkTo('self', head.self), linkTo('alternate', head.alternate), linkTo('next', head.next)];
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(head.self)}</id>
<title>${escapeMarkup(site === softwareName ? title : windowTitle(title, site))}</title>
<updated>${isoTime(updated)}</updated>
<generator>${softwareName}</generator>
<author><name>${escapeMarkup(site)}</name></author>
${links.join('')}${entries.join('')}</feed>
`;
}

/** Writes entries; other requests have their turn between them. */
export async function writeEach(
	changes: readonly ChangeView[],
	write: (change: ChangeView) => string,
): Promise<readonly string[]> {
	const pace = createPace();
	const written: string[] = [];
	for (const change of changes) {
		await pace();
		written.push(write(change));
	}
	return written;
}

/** Writes an entry: its id is its address in the log, its page that of the work that cites. */
function writeEntry(change: ChangeView, cursor: string, { pages, isOfCitations }: FeedHead): string {
	const { at, kind, isEdge, source, target, provenance } = change;
	// A definition may count other relations as citations.
	const isCitation = isOfCitations && change.relation === 'Cites';
	const { provider, date } = provenance;
	const address = `${pages}api/changes?after=${encodeURIComponent(cursor)}&limit=1`;
	const edge = kind === 'asserted' ? 'Nobody had asserted this before.' : 'Nobody asserts this any longer.';
	const summary = isCitation
		? `Stated by ${provider} since ${date}.`
		: `${provider}, ${date}: ${kind}. ${isEdge ? edge : ''}`.trim();
	return `<entry>
<id>${escapeMarkup(address)}</id>
<title>${escapeMarkup(isCitation ? sayCitation(change) : sayChange(change))}</title>
<published>${isoTime(at)}</published>
<updated>${isoTime(at)}</updated>
<author><name>${escapeMarkup(provider)}</name></author>
<category term="${kind}"/>
<content type="text">${escapeMarkup(summary)}</content>
${linkTo('alternate', pageOf(source, pages), 'text/html')}${linkTo('via', address, 'application/json')}${[
	source,
	target,
]
	.map(({ identifier }) => linkTo('related', identifierUrl(identifier)))
	.join('')}</entry>
`;
}

/** Returns the address of the page of a work. */
export function pageOf(
	{ identifier, main = identifier }: Pick<ChangeEndView, 'identifier' | 'main'>,
	pages: string,
): string {
	return pages + pagePath(main);
}

/** Writes the path of the page of a work, without the root. */
export function pagePath({ scheme, value }: Pick<Identifier, 'scheme' | 'value'>): string {
	return `objects/${identifierPath(scheme, value)}`;
}

function linkTo(relation: string, address: string | undefined, type?: string): string {
	if (address === undefined) return '';
	return `<link rel="${relation}"${type ? ` type="${type}"` : ''} href="${escapeMarkup(address)}"/>\n`;
}
