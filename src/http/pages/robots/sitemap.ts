// Serves sitemaps (sitemaps.org, 0.9): an index, and the addresses of works in maps of 50,000 numbers,
// streamed as fast as the client reads.
import type { Broker } from '../../../broker/broker.ts';
import { BrokerError } from '../../../errors.ts';
import type { ShownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import type { Settings } from '../../../settings.ts';
import type { Answer } from '../../answers/answer.ts';
import { streamOf } from '../../answers/export-answer.ts';
import { escapeMarkup } from '../../answers/html.ts';
import type { Page } from '../../answers/page.ts';
import type { RequestLog } from '../../operations/observer.ts';
import { siteAddress } from '../../server/addresses.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { pageOfWork } from '../object/work-head.ts';

type Needs = {
	broker: Broker;
	settings: Pick<Settings, 'publicUrl'>;
	log: Pick<RequestLog, 'warn'>;
};

/** The limit of addresses in a sitemap; each work has a number. */
const numbersPerMap = 50_000;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const begin = '<?xml version="1.0" encoding="UTF-8"?>\n';
const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

/** Creates the pages. */
export function createSitemapPages(needs: Needs): Page[] {
	return [
		{
			paths: ['/sitemap.xml'],
			needs: 'index',
			async handle(context) {
				const site = siteAddress(context.req.url, needs.settings.publicUrl);
				const maps = Math.max(1, Math.ceil((await needs.broker.lastWork()) / numbersPerMap));
				return { status: 200, headers, body: writeIndex(site, maps) };
			},
		},
		{ paths: ['/sitemaps/:file'], needs: 'index', handle: (context) => sitemapAnswer(needs, context) },
	];
}

function writeIndex(site: string, maps: number): string {
	const entries = Array.from(
		{ length: maps },
		(_, at) => `<sitemap><loc>${escapeMarkup(`${site}sitemaps/${at + 1}.xml`)}</loc></sitemap>\n`,
	);
	return `${begin}<sitemapindex xmlns="${namespace}">\n${entries.join('')}</sitemapindex>\n`;
}

async function sitemapAnswer({ broker, settings, log }: Needs, context: HttpContext): Promise<Answer> {
	const [, number] = /^([1-9]\d{0,8})\.xml$/.exec(context.req.param('file') ?? '') ?? [];
	const upTo = Number(number) * numbersPerMap;
	const after = upTo - numbersPerMap;
	// The first map begins with the home page, and exists even without works.
	if (number === undefined || (after > 0 && after >= (await broker.lastWork())))
		throw new BrokerError('not-found', `Not found: ${context.req.path}.`);
	const site = siteAddress(context.req.url, settings.publicUrl);
	const pieces = writeMap(broker, { after, upTo, site });
	if (context.req.method === 'HEAD') return { status: 200, headers, body: null };
	const onFailure = (err: unknown) => log.warn({ err }, 'A sitemap was interrupted');
	return { status: 200, headers, body: streamOf(pieces, context, onFailure) };
}

/** Writes a sitemap in pieces, one for each list of works. */
async function* writeMap(
	{ listWorks }: Needs['broker'],
	{ after, upTo, site }: { after: number; upTo: number; site: string },
): AsyncGenerator<string, void> {
	yield `${begin}<urlset xmlns="${namespace}">\n${after === 0 ? entry(site) : ''}`;
	for (let last = after; ; ) {
		const works = await listWorks({ after: last, upTo });
		const [end] = works.slice(-1);
		if (!end) break;
		const pages = works.map(({ identifiers }) =>
			pageOfWork({ Identifiers: JSON.parse(identifiers) as ShownIdentifier[] }, site),
		);
		yield pages.map(entry).join('');
		last = end.group;
	}
	yield '</urlset>\n';
}

function entry(address: string): string {
	return `<url><loc>${escapeMarkup(address)}</loc></url>\n`;
}
