// The failures of a text that does not name one work: what it says instead, and what would be an
// identifier.
import { andMore, shortened } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { type Identifier, readIdentifier } from '../../identifiers/index.ts';
import type { IdentifierKey } from '../../ports/search/index-content.ts';

const examples =
	'for example a DOI (10.5281/zenodo.11020), an arXiv number (arXiv:1207.4464), a bibcode (2016JOSS....1...24F), ' +
	'a PubMed number (pmid:23193287) or an address (https://github.com/dfm/corner.py)';

/** What texts that are nearly identifiers look like, and what is wrong with them. */
const nearly: readonly { looks: RegExp; hint: string }[] = [
	{
		looks: /^\W*10\.\d{4,9}(?!\d)[^/\s]*(?:\s[^\w/]*)?$/,
		hint: 'It begins like a DOI; a DOI has a slash and more behind its prefix.',
	},
	{
		looks: /^(?:isbn\S*\s*)?(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dx]$/i,
		hint: 'It looks like an ISBN, but its check digit is wrong.',
	},
	{
		looks: /^(?:orcid:?\s*)?(?:\d{4}-){3}\d{3}[\dx]$/i,
		hint: 'It looks like an ORCID or ISNI, but its check digit is wrong.',
	},
	{ looks: /^(?:issn:?\s*)?\d{4}-\d{3}[\dx]$/i, hint: 'It looks like an ISSN, but its check digit is wrong.' },
	{
		looks: /^[\w.-]+\/[\w.-]+$/,
		hint: 'If it is a repository, give its whole address, such as https://github.com/dfm/corner.py.',
	},
	{ looks: /\p{L}{2}\s+\p{L}/u, hint: 'If these are words of a title, search for works with them instead.' },
];

/** Fails a text that holds no identifier. */
export function noIdentifier(id: string): BrokerError {
	const text = id.trim();
	const hint = nearly.find(({ looks }) => looks.test(text))?.hint;
	const message = [`${quoted(text)} is no identifier.`, hint, `Give one: ${examples}.`]
		.filter((part) => part !== undefined)
		.join(' ');
	return new BrokerError('not-an-identifier', message, { problems: [{ field: 'id', message }] });
}

/** Fails a text that names several works, or may: says which of its identifiers are known. */
export function severalIdentifiers(
	id: string,
	found: readonly { identifier: Identifier; known: boolean }[],
): BrokerError {
	const first = found.slice(0, mostNamed).map(({ identifier }) => nameOf(identifier));
	const names = [first.join(', '), ...andMore(found.length - first.length)].join(' ').replace(/\.?$/, '.');
	return new BrokerError(
		'several-identifiers',
		`${quoted(id.trim())} holds several identifiers; ask for one of them: ${names}`,
		{
			problems: found.map(({ identifier, known }) => ({
				field: 'id',
				message: `${nameOf(identifier)} is ${known ? 'known' : 'not known'}.`,
				identifier: shownIdentifier(identifier),
			})),
		},
	);
}

/** Fails an id that names different works in different schemes. */
export function ambiguousIdentifier(id: string, found: readonly IdentifierKey[]): BrokerError {
	const schemes = [...new Set(found.map(({ scheme }) => scheme))].sort();
	const advice = `add scheme=, one of ${schemes.join(', ')}`;
	const message = `${quoted(id.trim())} names different works in different schemes: ${advice}.`;
	return new BrokerError('ambiguous-identifier', message, {
		problems: schemes.map((scheme) => {
			const identifier = readIdentifier(id, scheme);
			return { field: 'scheme', message: `It may be ${nameOf(identifier)}.`, identifier: shownIdentifier(identifier) };
		}),
	});
}

const longestQuoted = 200;
const mostNamed = 20;

function quoted(text: string): string {
	return JSON.stringify(shortened(text, longestQuoted));
}

function nameOf({ scheme, value }: Identifier): string {
	return `${scheme}:${value}`;
}
