// The settings of the institution that runs the site: its name, logo, addresses and colour.
import { contrastOf, textColourOn } from './contrast.ts';
import { mailAddress, type Reader } from './readers.ts';
import { setting } from './setting.ts';

/** Locates a logo: an address of another site, or a file that this one serves. */
export type Logo = { kind: 'address'; address: string } | { kind: 'file'; path: string };

/** The name of this program, and of a site without a name of its own. */
export const softwareName = 'Link Broker';

const mostCharacters = 80;
const pictures = /\.(?:svg|png|webp|avif|jpe?g|gif)$/i;
// WCAG 2, 1.4.3.
const readable = 4.5;

/** Names the site and who runs it. */
export const site = {
	siteName: setting(
		'SITE_NAME',
		softwareName,
		siteName(),
		'The name of the site: in the header and the titles of all pages, in boxes, in the texts of badges and in feeds.',
		'Links of Example University',
	),
	siteLogo: setting(
		'SITE_LOGO',
		null,
		logo(),
		'The logo before the name, in the header of all pages. A relative path starts at the working directory.',
		'/srv/link-broker/logo.svg',
	),
	siteContact: setting(
		'SITE_CONTACT',
		null,
		mailOrPage(),
		'Where readers reach you, as a link in the footer of all pages.',
		'links@example.org',
	),
	siteImprint: setting('SITE_IMPRINT', null, pageAddress(), 'Your imprint, as a link in the footer of all pages.'),
	sitePrivacy: setting(
		'SITE_PRIVACY',
		null,
		pageAddress(),
		'Your privacy policy, as a link in the footer of all pages.',
	),
	siteAccessibility: setting(
		'SITE_ACCESSIBILITY',
		null,
		pageAddress(),
		'Your accessibility statement, as a link in the footer of all pages.',
	),
	siteColour: setting(
		'SITE_COLOR',
		null,
		colour(),
		'The colour behind the name of the site. The name on it is white or almost black, whichever is easier to read.',
		'#7a1f3d',
	),
};

function siteName(): Reader<string> {
	return {
		allowed: `a name of at most ${mostCharacters} characters on one line`,
		parse: (text) => (text.length <= mostCharacters && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text) ? text : undefined),
	};
}

function logo(): Reader<Logo> {
	return {
		allowed:
			'an `http:` or `https:` address without user, or the path of a file whose name ends in `.svg`, `.png`, ' +
			'`.webp`, `.avif`, `.jpg` or `.gif`',
		parse(text) {
			if (/^https?:/i.test(text)) {
				const address = pageAddress().parse(text);
				return address === undefined ? undefined : { kind: 'address', address };
			}
			return pictures.test(text) && !/:\/\/|\0/.test(text) ? { kind: 'file', path: text } : undefined;
		},
	};
}

/** Reads the address of a page; unlike a public address, it may have a query and a fragment. */
function pageAddress(): Reader<string> {
	return {
		allowed: 'an `http:` or `https:` address without user',
		parse(text) {
			const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
			return url && url.username === '' && url.password === '' ? url.href : undefined;
		},
	};
}

/** Reads an email address, as a `mailto:` link, or the address of a page. */
function mailOrPage(): Reader<string> {
	return {
		allowed: `${mailAddress().allowed}, or ${pageAddress().allowed}`,
		parse(text) {
			const mail = mailAddress().parse(text);
			return mail === undefined
				? pageAddress().parse(text)
				: `mailto:${encodeURIComponent(mail.toWellFormed()).replace('%40', '@')}`;
		},
	};
}

/** Reads a colour on which text can be read: `#rrggbb`, in lower case. */
function colour(): Reader<string> {
	return {
		allowed:
			'a colour of six hexadecimal digits such as `#7a1f3d`, so dark or so light that text on it can be read ' +
			`(white or almost black with a contrast of at least ${readable})`,
		parse(text) {
			if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
			const digits = text.toLowerCase();
			return contrastOf(textColourOn(digits), digits) >= readable ? digits : undefined;
		},
	};
}
