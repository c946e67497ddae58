// Writes entries of the log of changes as an Atom feed (RFC 4287). It knows no route.
import { sayChange, type ToldChange, type ToldEnd } from '../../formats/changes/write-changes.ts';
import { identifierUrl } from '../../identifiers/index.ts';
import { isoTime } from './answer.ts';
import { escapeMarkup } from './markup.ts';

/** The media type of a feed. */
export const atomMediaType = 'application/atom+xml';

/** What a feed tells beside its entries; addresses are absolute. */
export type FeedHead = {
	title: string;
	/** Where the feed itself is, and where people find the same. */
	self: string;
	alternate?: string | undefined;
	/** Where the feed goes on. */
	next?: string | undefined;
	/** Makes the address of an entry from its number; it stays. */
	addressOf(number: number): string;
	/** When it was made, for a feed without entries. */
	now: number;
};

/** Writes a feed. */
export function writeAtomFeed(changes: readonly ToldChange[], head: FeedHead): string {
	const updated = changes.reduce((latest, { at }) => Math.max(latest, at), 0) || head.now;
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(head.self)}</id>
<title>${escapeMarkup(head.title)}</title>
<updated>${isoTime(updated)}</updated>
<generator>Link Broker</generator>
${linkTo('self', head.self)}${linkTo('alternate', head.alternate)}${linkTo('next', head.next)}${changes
	.map((change) => writeEntry(change, head))
	.join('')}</feed>
`;
}

function writeEntry(change: ToldChange, { addressOf }: FeedHead): string {
	const { number, at, kind, isEdge, source, target, provenance } = change;
	const address = addressOf(number);
	const edge = kind === 'asserted' ? 'Nobody had said so before.' : 'Nobody says so any more.';
	const summary = `${provenance.provider}, ${provenance.date}: ${kind}. ${isEdge ? edge : ''}`.trim();
	return `<entry>
<id>${escapeMarkup(address)}</id>
<title>${escapeMarkup(sayChange(change))}</title>
<updated>${isoTime(at)}</updated>
<author><name>${escapeMarkup(provenance.provider)}</name></author>
<category term="${kind}"/>
<summary>${escapeMarkup(summary)}</summary>
${linkTo('alternate', address)}${relatedTo(source)}${relatedTo(target)}</entry>
`;
}

function relatedTo({ identifier }: ToldEnd): string {
	return linkTo('related', identifierUrl(identifier));
}

function linkTo(relation: string, address: string | undefined): string {
	return address === undefined ? '' : `<link rel="${relation}" href="${escapeMarkup(address)}"/>\n`;
}
