// The links of a work's page for machines (FAIR Signposting): some as a Link header (level 1,
// RFC 8288), and all as a linkset (level 2, RFC 9264).
import { citableAddress, schemaType } from '../../../formats/json-ld/json-ld.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import { identifierUrl } from '../../../identifiers/index.ts';
import { dataForms, type WorkForm, workForms } from './work-forms.ts';

// Proxies accept 4 KiB of headers by default.
const mostAuthors = 5;
const longestHeader = 3_000;

// RFC 5829 has no relation from a work to each of its versions.
const hasVersion = 'http://purl.org/dc/terms/hasVersion';

/** A version at the address of its page, with its date of publication. */
type Version = { page: string; date?: string | undefined };

/** A work with the addresses of its pages and lists. */
export type SignpostedWork = {
	object: DescribedObject;
	page: string;
	/** The work of which the others are versions; the work itself, if it has no versions. */
	pageOfHead: string;
	/** All versions, the work itself and the head among them. */
	versions: readonly Version[];
	/** Whether `versions` has all of them. */
	hasAllVersions: boolean;
	/** The address of all versions as JSON. */
	listOfVersions: string;
};

type Link = { relation: string; href: string; type?: string };

/**
 * Writes the header. `cite-as` is the address of the DOI or of another identifier; `linkset` that of
 * all links; `version-history` the list of versions, if there are several; `describedby` are the
 * other formats of the page; `type` the types of page and work; `author` the ORCID iDs of creators.
 */
export function writeLinkHeader(work: SignpostedWork): string {
	const links = [
		...citeAs(work),
		{ relation: 'linkset', ...linkedForm(work.page, 'linkset') },
		...versionHistory(work).slice(0, 1),
		...descriptions(work),
		...types(work),
		...authors(work).slice(0, mostAuthors),
	].map(({ relation, href, type }) => `<${href}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`);
	const header = (count: number) => links.slice(0, count).join(', ');
	let count = links.length;
	while (count > 1 && header(count).length > longestHeader) count -= 1;
	return header(count);
}

/**
 * Writes the linkset: the links of the page, the versions of the head, and from each format the way
 * back to the page.
 */
export function writeLinkset(work: SignpostedWork): string {
	const { page, pageOfHead } = work;
	const ofPage = [
		...[citeAs(work), types(work), authors(work), descriptions(work), versionHistory(work)].flat(),
		...neighbours(work),
	];
	const ofHead = work.versions
		.filter((version) => version.page !== pageOfHead)
		.map((version) => pageLink(hasVersion, version.page));
	const contexts =
		pageOfHead === page
			? [writeContext(page, [...ofPage, ...ofHead])]
			: [writeContext(page, ofPage), ...(ofHead.length === 0 ? [] : [writeContext(pageOfHead, ofHead)])];
	const ofForms = dataForms.map((form) => writeContext(formAddress(page, form), [pageLink('describes', page)]));
	return `${JSON.stringify({ linkset: [...contexts, ...ofForms] }, undefined, 2)}\n`;
}

/** Writes the address of a form of a page. */
export function formAddress(page: string, form: WorkForm): string {
	return `${page}?format=${form}`;
}

/** Writes the links of one address, by relation. */
function writeContext(anchor: string, links: readonly Link[]): object {
	const byRelation = Map.groupBy(links, ({ relation }) => relation);
	const targets = [...byRelation].map(([relation, those]) => [relation, those.map(({ relation: _, ...to }) => to)]);
	return { anchor: safeAddress(anchor), ...Object.fromEntries(targets) };
}

function citeAs({ object }: SignpostedWork): Link[] {
	const cited = citableAddress(object.Identifiers);
	return cited === undefined ? [] : [{ relation: 'cite-as', href: safeAddress(cited) }];
}

function descriptions({ page }: SignpostedWork): Link[] {
	return dataForms.map((form) => ({ relation: 'describedby', ...linkedForm(page, form) }));
}

function types({ object }: SignpostedWork): Link[] {
	return ['AboutPage', schemaType(object)].map((name) => ({ relation: 'type', href: `https://schema.org/${name}` }));
}

function authors({ object: { Creator = [] } }: SignpostedWork): Link[] {
	const orcids = Creator.flatMap(({ Identifier }) =>
		[Identifier].flat().flatMap((one) => {
			const { ID, IDScheme } = (one ?? {}) as { ID?: unknown; IDScheme?: unknown };
			if (typeof ID !== 'string' || !/^orcid$/i.test(String(IDScheme))) return [];
			const value = ID.replace(/^https?:\/\/orcid\.org\//i, '');
			return identifierUrl({ scheme: 'orcid', value }) ?? [];
		}),
	);
	return [...new Set(orcids)].map((address) => ({ relation: 'author', href: safeAddress(address) }));
}

/** Links to the versions as a page, and as JSON. */
function versionHistory({ page, versions, listOfVersions }: SignpostedWork): Link[] {
	if (versions.length < 2) return [];
	return [
		pageLink('version-history', `${page}?show=versions`),
		{ relation: 'version-history', href: safeAddress(listOfVersions), type: workForms.json.mediaType },
	];
}

/**
 * Links to the versions published just before and after, where the dates of all versions leave no
 * doubt. The head may stand for all versions: it is one of them only if it is the earliest.
 */
function neighbours({ page, pageOfHead, versions, hasAllVersions }: SignpostedWork): Link[] {
	const head = versions.find((version) => version.page === pageOfHead);
	const others = versions.filter((version) => version !== head);
	const isFirst = head !== undefined && others.every((other) => isBefore(head, other));
	const dated = isFirst ? [head, ...others] : others;
	const own = dated.find((version) => version.page === page);
	if (own === undefined || !hasAllVersions) return [];
	const older = dated.filter((one) => isBefore(one, own));
	const newer = dated.filter((one) => isBefore(own, one));
	if (older.length + newer.length + 1 < dated.length) return [];
	const latest = older.find((one) => older.every((other) => other === one || isBefore(other, one)));
	const earliest = newer.find((one) => newer.every((other) => other === one || isBefore(one, other)));
	return [
		...(latest === undefined ? [] : [pageLink('predecessor-version', latest.page)]),
		...(earliest === undefined ? [] : [pageLink('successor-version', earliest.page)]),
	];
}

/** Compares dates as far as both are exact. */
function isBefore({ date: one = '' }: Version, { date: other = '' }: Version): boolean {
	const length = Math.min(one.length, other.length);
	return one.slice(0, length) < other.slice(0, length);
}

function linkedForm(page: string, form: WorkForm): Omit<Link, 'relation'> {
	return { href: safeAddress(formAddress(page, form)), type: workForms[form].mediaType };
}

function pageLink(relation: string, page: string): Link {
	return { relation, href: safeAddress(page), type: workForms.html.mediaType };
}

/** Encodes characters of an identifier that would end the address or break the header. */
function safeAddress(address: string): string {
	return address.toWellFormed().replaceAll(/[^!-~]|[<>"\\^`{|}]/gu, encodeURIComponent);
}
