// Finds the DOI in the path of a publisher's page, where more may stand behind it.

/** Views of a work: a last part of a path, or an ending of the DOI (`10.1000/a.full.pdf`). */
const views =
	'abstract|short|long|full|full-?text|full-?html|pdf|epdf|pdf-?plus|html?|xml|nlm|epub|e?reader|meta|summary|' +
	'references|figures|tables|citation|cite|bibtex|ris|endnote|download|info|metrics|' +
	'authors|article-info|read|view|status[.]svg';
const view = new RegExp(`^(?:${views})(?:[.+](?:${views}))?$`, 'i');
const viewEnding = new RegExp(`(?:[.+](?:${views})){1,3}$`, 'i');

/** Views of interfaces, with forms of data or the kind of the work behind them. */
const registryView = /\/(?:transform|agency|activities)(?:\/.*)?$|\/type\/[a-z]+_[a-z]+$/i;

/** Numbers of figures and tables, languages, files: what may stand behind a view. */
const viewPart = /^(?:\d{1,3}|[a-z]{2}|.*\.(?:html?|pdf|xml|svg))$/i;

const session = /;jsessionid=.*$/i;

/** Publishers number their pages; volumes, issues and pages of journals have fewer digits. */
const pageNumber = /^\d{4,}$/;

/** Suffixes that go on in numbers: an ISSN, a year or a name with a colon stands first. */
const numbered = /^(?:\d{4}-\d{3}[\dX]|\d{4}|[^/:]*:[^/]*)$/i;

/** Part of a name that is whole: behind `epjconf`, `DVN`, `R1` and a year, a number is part of the DOI. */
const wholeName = /^(?!(?:19|20)\d\d$).*(?:\d\D*\d\D*\d|[._-]\d\d$)/;

/** What is about the work or beside it, and not the work; files of data and pictures. */
const beside =
	/^(?:citations|cited-?by|reviews?|peer-?reviews?|comments?|related|(?:dc)?suppl.*)$|\.(?:csv|tsv|zip|tar|t?gz|png|jpe?g|gif|tiff?|xlsx?|docx?|pptx?|mp4)$/i;

/**
 * Returns the DOI in what stands behind the host and path of a page: a view, a title, or a number of
 * the page are no part of it. `10.1162/a_1/128600/A-title-of-it` is `10.1162/a_1`, but all of
 * `10.1088/0004-637X/722/1/971` is the DOI. Where both could be meant, the shorter is. Returns '' for
 * a page that is about the work.
 */
export function doiOfPage(path: string): string {
	const [prefix = '', ...parts] = path.replace(session, '').replace(registryView, '').split('/');
	while (parts.length > 1 && isView(parts)) parts.pop();
	if (parts.some((part, at) => beside.test(part) && (at > 0 || part.includes('.')))) return '';
	const isNumber = (part: string, at: number) => pageNumber.test(part) && wholeName.test(parts[at - 1] ?? '');
	const number = numbered.test(parts[0] ?? '') ? -1 : parts.findIndex(isNumber);
	if (number !== -1) parts.length = number;
	else if (parts.length > 1 && isTitle(parts.at(-1) ?? '')) parts.pop();
	const doi = [prefix, ...parts].join('/');
	return doi.replace(viewEnding, '');
}

function isView(parts: readonly string[]): boolean {
	const part = parts.at(-1) ?? '';
	if (part === '' || part === '-' || view.test(part)) return true;
	return parts.length > 2 && viewPart.test(part) && view.test(parts.at(-2) ?? '');
}

/** Bounds how many longer readings one address has. */
const mostLonger = 6;

/**
 * Lists what the DOI is if more of the path belongs to it, in the order of length: for
 * `10.1162/a_1/128600/pdf` that is `10.1162/a_1/128600`, then all of it.
 */
export function longerDois(path: string): readonly string[] {
	const longer: string[] = [];
	let end = doiOfPage(path).length;
	while (end > 0 && end < path.length && longer.length < mostLonger) {
		const next = path.indexOf('/', end + 1);
		end = next === -1 ? path.length : next;
		longer.push(path.slice(0, end));
	}
	return longer;
}

function isTitle(part: string): boolean {
	return part.split('-').filter((word) => /^\p{L}{2,}/u.test(word)).length >= 3;
}
