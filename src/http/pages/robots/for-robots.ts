// The files at well-known addresses: robots.txt, icons, and those under /.well-known/.
import type { Settings } from '../../../settings.ts';
import type { Answer } from '../../answers/answer.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { rootAddress, siteAddress } from '../../server/addresses.ts';
import { fileAnswer, readFolder, type StaticFile } from '../../server/static-files.ts';

type Needs = { settings: Pick<Settings, 'publicUrl'> };

/** Creates the pages. */
export function createPagesForRobots({ settings: { publicUrl } }: Needs): Page[] {
	const files = readFolder(new URL('../assets/', import.meta.url));
	const icon = (path: string, name: string): Page => ({
		paths: [path],
		handle: (context) => fileAnswer(context, files.get(name) as StaticFile, keptForADay),
	});
	const root = pagesRoot(publicUrl);
	return [
		icon('/favicon.svg', 'icon.svg'),
		icon('/favicon.ico', 'icon.ico'),
		{
			paths: ['/robots.txt'],
			handle: ({ req }) => ({
				status: 200,
				headers: { 'Content-Type': 'text/plain; charset=utf-8', ...keptForADay },
				body: robots(root, siteAddress(req.url, publicUrl)),
			}),
		},
		{
			paths: ['/.well-known/api-catalog'],
			handle: ({ req }) => catalogAnswer(siteAddress(req.url, publicUrl), rootAddress(req.url, publicUrl)),
		},
		{
			paths: ['/.well-known/change-password'],
			handle: () => ({
				status: 302,
				headers: { Location: `${root}operator/password`, 'Cache-Control': 'no-store' },
				body: null,
			}),
		},
	];
}

const keptForADay = { 'Cache-Control': 'public, max-age=86400' } as const;

/**
 * Lists the paths without use for crawlers: API answers, searches, pages behind a sign-in.
 */
const closed = [
	'api/',
	'relationships',
	'objects?',
	'changes',
	'why',
	'events',
	'search',
	'find',
	'explain?',
	'report?',
	'operator',
];

/**
 * Writes robots.txt (RFC 9309). The pages of works are open, also in their forms for machines, but
 * not the many views of each.
 */
function robots(root: string, site: string): string {
	return `User-agent: *
Allow: ${root}objects/
Allow: ${root}objects/*?format=
Disallow: ${root}objects/*?
${closed.map((path) => `Disallow: ${root}${path}\n`).join('')}
Sitemap: ${site}sitemap.xml
`;
}

/** Answers the catalogue of the API (RFC 9727; the linkset of RFC 9264). */
function catalogAnswer(site: string, root: string): Answer {
	const linkset = [
		{
			anchor: `${site}api/`,
			'service-desc': [{ href: `${site}api/openapi.json`, type: 'application/json' }],
			'service-doc': [{ href: `${site}docs`, type: 'text/html' }],
			status: [{ href: `${root}/health/ready`, type: 'application/json' }],
		},
	];
	return {
		status: 200,
		headers: {
			'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
			Link: `<${site}.well-known/api-catalog>; rel="api-catalog"`,
			'Access-Control-Allow-Origin': '*',
			...keptForADay,
		},
		body: JSON.stringify({ linkset }, undefined, 2),
	};
}
