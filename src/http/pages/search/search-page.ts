// The page of works that words find, GET /search, and the way from the field of every page to what
// was meant, GET /find; knows no index.
import type { Broker } from '../../../broker/broker.ts';
import type { WorksAnswer } from '../../../broker/objects/find-objects.ts';
import { readObjectQuery, readWorksQuery } from '../../../broker/objects/works-query.ts';
import { BrokerError } from '../../../errors.ts';
import { shownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import { type Identifier, readText, schemeTitle } from '../../../identifiers/index.ts';
import { shortText } from '../../../links/words.ts';
import type { Settings } from '../../../settings.ts';
import type { Answer } from '../../answers/answer.ts';
import { html, type Markup } from '../../answers/html.ts';
import { jsonMediaType, requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { readPageParameters } from '../../answers/query-parameters.ts';
import { worksAnswer } from '../../routes/objects/objects.ts';
import { workPath } from '../../routes/work-path.ts';
import { siteAddress } from '../../server/addresses.ts';
import { clientGone, type HttpContext } from '../../server/http-context.ts';
import { checkedDocument, type DocumentWriter } from '../document.ts';
import { worksText } from '../object/work-texts.ts';
import { foundWorks, nothingFound } from './found-works.ts';
import { narrowing } from './search-narrowing.ts';

type Needs = {
	broker: Broker;
	settings: Pick<Settings, 'publicUrl'>;
	writeDocument: DocumentWriter;
};

const worksPerPage = '25';
const longestTitle = 100;
const parameterNames = ['q', 'type', 'publication_year', 'group_by', 'sort', 'cursor'];

/** Creates the pages. */
export function createSearchPages(needs: Needs): Page[] {
	const { tellProblem } = needs.writeDocument;
	return [
		{ paths: ['/search'], counted: true, tellProblem, handle: (context) => showWorks(needs, context) },
		{ paths: ['/find'], counted: true, tellProblem, handle: (context) => leadOn(needs, context) },
	];
}

/**
 * Leads to the page of the work that a text names, else to the works that its words find. Of a
 * chosen scheme, every text is taken for an identifier.
 */
async function leadOn({ broker, settings }: Needs, context: HttpContext): Promise<Answer> {
	const [text, scheme] = ['text', 'scheme'].map((name) => context.req.query(name)?.trim() ?? '') as [string, string];
	const root = pagesRoot(settings.publicUrl);
	const to = (path: string): Answer => ({ status: 303, headers: { Location: root + path }, body: null });
	if (text === '') return to('');
	try {
		const named = readObjectQuery({ id: text, ...(scheme !== '' && { scheme }) });
		const found = await broker.describeObject(named, { facets: false, signal: clientGone(context) });
		if (found) return to(`objects/${workPath(shownIdentifier(found.asked))}`);
	} catch (error) {
		if (!(error instanceof BrokerError) || error.code !== 'not-an-identifier' || scheme !== '') throw error;
	}
	return to(`search?${new URLSearchParams({ q: text })}`);
}

async function showWorks(needs: Needs, context: HttpContext): Promise<Answer> {
	requireHtmlAccepted(context.req.header('accept'));
	const { url } = context.req;
	const given = readPageParameters(url, parameterNames);
	const parameters = readSearch(given);
	const found = await needs.broker.findObjects(readWorksQuery(parameters), { signal: clientGone(context) });
	const site = siteAddress(url, needs.settings.publicUrl);
	const words = given.q ?? '';
	const forWords = words && ` for ${shortText(words, longestTitle)}`;
	const held = {
		address: `/api/objects?${new URLSearchParams(parameters)}`,
		accept: jsonMediaType,
		answer: worksAnswer(`${site}api`, found, parameters),
	};
	const text = needs.writeDocument({
		title: words === '' ? 'Works' : `${shortText(words, longestTitle)} – works found`,
		description: `${worksText(found.total)} found${forWords}, each with the number of works that cite it.`,
		canonical: `${site}search${words && `?${new URLSearchParams({ q: words })}`}`,
		unlisted: true,
		words,
		content: worksFound(pagesRoot(needs.settings.publicUrl), parameters, found),
		held: [held],
	});
	return checkedDocument(context, text);
}

/** Reads what is looked for, in the explorer's order; all works where nothing is asked for. */
function readSearch(given: Readonly<Record<string, string>>): Record<string, string> {
	const isOpen = given.q === undefined && given.type === undefined && given.publication_year === undefined;
	const asked = parameterNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
	const parameters = { ...(isOpen && { q: '*' }), ...Object.fromEntries(asked), size: worksPerPage };
	readWorksQuery(parameters);
	return parameters;
}

function worksFound(root: string, parameters: Record<string, string>, found: WorksAnswer): Markup {
	const { total, isWhole, works, cursor } = found;
	const { size: _, cursor: __, ...asked } = parameters;
	const words = asked.q === '*' ? '' : (asked.q ?? '');
	const isNarrowed = (asked.type ?? asked.publication_year) !== undefined;
	const next = cursor && `${root}search?${new URLSearchParams({ ...asked, cursor })}`;
	return html`<main id="content" class="works">
<h1>${words === '' ? 'All works' : `Works: ${words}`}</h1>
${words && html`<noscript><p class="note">${readingOf(words)}</p></noscript>`}
<section class="links" aria-labelledby="links">
<div class="list-head"><h2 id="links">${isWhole ? '' : 'At least '}${worksText(total)}</h2></div>
${(works.length > 0 || isNarrowed) && narrowing(root, asked, found)}
${works.length === 0 ? nothingFound(root, asked, found) : foundWorks(root, asked, works)}
<nav class="pager" aria-label="Pages">
${parameters.cursor && html`<a href="${root}search?${new URLSearchParams(asked)}">First page</a>`}
${next && html`<a rel="next" href="${next}">Next</a>`}</nav>
</section>
</main>`;
}

/** Says what is read in the words, as the explorer does at its field. */
function readingOf(words: string): string {
	const reading = readText(words);
	if (reading.kind !== 'one') return 'Read as words.';
	const [{ scheme, value }] = reading.candidates as [Identifier];
	return `Recognised as ${schemeTitle(scheme)}${value === words ? '' : `: ${value}`}`;
}
