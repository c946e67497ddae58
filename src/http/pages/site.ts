// What the pages show of the institution that runs the site, with its logo file and the policy that
// admits its logo and colour.
import { readFileSync } from 'node:fs';
import { type Definition, relationsCounted } from '../../broker/counting/definitions.ts';
import { BrokerError } from '../../errors.ts';
import { textColourOn } from '../../settings/contrast.ts';
import type { Settings } from '../../settings.ts';
import { contentPolicy, hashSource, type Page, pageSecurity, pagesRoot } from '../answers/page.ts';
import { fileAnswer, staticFile } from '../server/static-files.ts';
import type { OfferedDefinition, Site } from './drawing.ts';

type Needs = { settings: Pick<Settings, 'publicUrl' | 'site' | 'smtpUrl'> };

/** How pages show the site: what is drawn, the style of its colour, and the headers of documents. */
export type SiteLook = { site: Site; style: string | undefined; headers: Readonly<Record<string, string>> };

/** Returns how pages show the site of the settings. */
export function lookOf({ settings: { publicUrl, site, smtpUrl } }: Needs): SiteLook {
	const { name, logo, contact, imprint, privacy, accessibility, colour } = site;
	const links = { Contact: contact, Imprint: imprint, Privacy: privacy, Accessibility: accessibility };
	const style = colour === null ? undefined : `:root{--site-colour:${colour};--site-text:${textColourOn(colour)}}`;
	return {
		site: {
			name,
			...(logo && { logo: logo.kind === 'file' ? `${pagesRoot(publicUrl)}${logoName}` : logo.address }),
			links: Object.entries(links).flatMap(([text, href]) => (href === null ? [] : { text, href })),
			...(colour !== null && { colour }),
			...(smtpUrl && { sendsMail: true }),
		},
		style,
		headers: {
			...pageSecurity,
			'Content-Security-Policy': contentPolicy({
				...(logo?.kind === 'address' && { pictures: new URL(logo.address).origin }),
				...(style !== undefined && { styles: hashSource(style) }),
			}),
		},
	};
}

/** Returns what pages show of a definition. */
export function offerDefinition(definition: Definition): OfferedDefinition {
	const { name, words, levels, exclude } = definition;
	const counts = relationsCounted(definition, undefined)?.map(({ relation }) => relation) ?? null;
	return { name, words, levels, exclude, counts };
}

const logoName = 'site-logo';

/** Creates the page of the logo. Fails with `bad-setting` if its file cannot be read. */
export function createLogoPage({ settings: { site } }: Needs): Page[] {
	if (site.logo?.kind !== 'file') return [];
	const file = staticFile(site.logo.path, readLogo(site.logo.path));
	return [{ paths: [`/${logoName}`], handle: (context) => fileAnswer(context, file, logoHeaders) }];
}

/** Fails with `bad-setting` if the file of the logo cannot be read. */
export function requireLogo({ site: { logo } }: Pick<Settings, 'site'>): void {
	if (logo?.kind === 'file') readLogo(logo.path);
}

function readLogo(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (cause) {
		throw new BrokerError('bad-setting', `SITE_LOGO is ${path}, which cannot be read.`, { cause });
	}
}

// An SVG opened by its own address runs nothing.
const logoHeaders = {
	...pageSecurity,
	'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	'Cache-Control': 'public, max-age=3600',
};
