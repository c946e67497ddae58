// Tests of the settings of the institution that runs the site.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { contrastOf, textColourOn } from './contrast.ts';

const siteOf = (variables: Readonly<Record<string, string>>) => readSettings(variables).site;

describe('the site of an institution', () => {
	it('has a name, links, and a contact by mail or page', () => {
		const site = siteOf({
			SITE_NAME: ' Liens de l’Université – Œuvres & données ',
			SITE_CONTACT: 'o+links@example.org',
			SITE_IMPRINT: 'https://example.org/imprint?lang=en#who',
			SITE_PRIVACY: 'http://example.org/privacy',
			SITE_ACCESSIBILITY: 'https://example.org/bitv',
		});
		assert.equal(site.name, 'Liens de l’Université – Œuvres & données');
		assert.equal(site.contact, 'mailto:o%2Blinks@example.org');
		assert.equal(site.imprint, 'https://example.org/imprint?lang=en#who');
		assert.equal(site.privacy, 'http://example.org/privacy');
		assert.equal(site.accessibility, 'https://example.org/bitv');
		assert.equal(siteOf({ SITE_CONTACT: 'https://example.org/help' }).contact, 'https://example.org/help');
	});

	it('has a logo at an address or in a file', () => {
		assert.deepEqual(siteOf({ SITE_LOGO: 'https://cdn.example.org/logo?v=2' }).logo, {
			kind: 'address',
			address: 'https://cdn.example.org/logo?v=2',
		});
		assert.deepEqual(siteOf({ SITE_LOGO: 'pictures/logo.SVG' }).logo, { kind: 'file', path: 'pictures/logo.SVG' });
	});

	it('has only a colour on which white or almost black text can be read', () => {
		for (const colour of ['#000000', '#ffffff', '#7a1f3d', '#ffcc00', '#1d4f91', '#c00000']) {
			assert.equal(siteOf({ SITE_COLOR: colour }).colour, colour);
			assert.ok(contrastOf(textColourOn(colour), colour) >= 4.5);
		}
		assert.throws(() => siteOf({ SITE_COLOR: '#787878' }), {
			message:
				'SITE_COLOR is "#787878"; it must be a colour of six hexadecimal digits such as `#7a1f3d`, so dark or so ' +
				'light that text on it can be read (white or almost black with a contrast of at least 4.5)',
		});
	});

	const wrong: Readonly<Record<string, readonly string[]>> = {
		SITE_NAME: ['x'.repeat(81), 'two\nlines', 'bell\u0007', '\ud800'],
		SITE_LOGO: ['logo.txt', 'ftp://example.org/logo.svg', 'https://user:secret@example.org/a.svg', 'data:image/png,x'],
		SITE_CONTACT: ['the library', 'javascript:alert(1)', 'mailto:a@example.org', '/contact'],
		SITE_IMPRINT: ['/imprint', 'javascript:alert(1)', 'https://', 'https://user@example.org/'],
		SITE_PRIVACY: ['example.org/privacy', 'data:text/html,x'],
		SITE_ACCESSIBILITY: ['yes', 'file:///etc/passwd'],
		SITE_COLOR: ['red', '#fff', '#12345g', '7a1f3d', '#7a1f3d;}', '#8000ff80'],
	};
	for (const [variable, values] of Object.entries(wrong)) {
		it(`has no wrong ${variable}`, () => {
			for (const value of values) {
				assert.throws(
					() => siteOf({ [variable]: value }),
					(error) => error instanceof BrokerError && error.message.startsWith(`${variable} is "`),
					value,
				);
			}
		});
	}
});
