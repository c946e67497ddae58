// Why two identifiers belong together, GET /explain: a form, and the chain that answers it, without
// a script. The explorer takes its place, and looks the same. It knows no records.
import type { Broker } from '../../broker/broker.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import { whyDocument } from '../../broker/why/why-document.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { BrokerError, errorCatalogue } from '../../errors.ts';
import { tellChain, tellKinship } from '../../links/words.ts';
import type { Settings } from '../../settings.ts';
import { html, type Markup } from '../answers/html.ts';
import { requireHtmlAccepted } from '../answers/media-types.ts';
import { type Page, pagesRoot } from '../answers/page.ts';
import { siteAddress } from '../server/addresses.ts';
import { clientGone, type HttpContext } from '../server/http-context.ts';
import { checkedDocument, type DocumentWriter, documentAnswer } from './document.ts';
import { identifierLink } from './object/work-lines.ts';

type Needs = {
	broker: Broker;
	settings: Pick<Settings, 'publicUrl'>;
	writeDocument: DocumentWriter;
};

type Named = { ID: string; IDScheme: string };
type WhyDocument = ReturnType<typeof whyDocument>;

/** What is said of two identifiers, or why nothing can be. */
type Outcome = { why: WhyDocument } | { failure: BrokerError };

/** Who is signed in is told more: their submissions. That the explorer asks for. */
const anybody = { userId: null, seesAllEvents: false } as const;

/** Creates the page. */
export function createExplainPage(needs: Needs): Page {
	const { settings, writeDocument } = needs;
	const root = pagesRoot(settings.publicUrl);
	return {
		paths: ['/explain'],
		counted: true,
		tellProblem: writeDocument.tellProblem,
		async handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			const asked = new URL(context.req.url).searchParams;
			const outcome = await explain(needs, context, asked);
			const text = writeDocument({
				title: 'Why do two identifiers belong together?',
				description:
					'The shortest chain of reported links that makes two identifiers one work, versions of one, or linked.',
				canonical: `${siteAddress(context.req.url, settings.publicUrl)}explain`,
				content: content(root, asked, outcome),
				...(asked.size > 0 && { unlisted: true }),
			});
			if (!outcome || 'why' in outcome) return checkedDocument(context, text);
			return documentAnswer(context, text, { status: errorCatalogue[outcome.failure.code].status });
		},
	};
}

/** Asks where both are named; what is wrong with them is told beside the fields. */
async function explain({ broker }: Needs, context: HttpContext, asked: URLSearchParams): Promise<Outcome | undefined> {
	const names = ['id', 'scheme', 'other', 'other_scheme'].map((name) => [name, asked.get(name)?.trim() ?? '']);
	const given = Object.fromEntries(names.filter(([, value]) => value !== ''));
	if (given.id === undefined || given.other === undefined) return undefined;
	try {
		return {
			why: whyDocument(
				await broker.explainWhy(readParametersBy(whyQuestionSchema, given), anybody, clientGone(context)),
			),
		};
	} catch (error) {
		if (!(error instanceof BrokerError) || ![400, 404].includes(errorCatalogue[error.code].status)) throw error;
		return { failure: error };
	}
}

function content(root: string, asked: URLSearchParams, outcome: Outcome | undefined): Markup {
	const field = (name: string, label: string) => html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" value="${asked.get(name) ?? ''}" required
placeholder="DOI, arXiv number, repository address …" autocomplete="off" spellcheck="false"></div>\n`;
	return html`<main id="content" class="explain">
<h1>Why do two identifiers belong together?</h1>
<p class="lead">For any two identifiers: whether they are one work, versions of one, or linked,
and who said what makes them so.</p>
<form class="row-form" action="${root}explain" method="get">
${field('id', 'One identifier')}${field('other', 'The other identifier')}<button type="submit"
class="primary">Explain</button>
</form>
${outcome && ('why' in outcome ? explanation(root, outcome.why) : noAnswer(root, outcome.failure))}
</main>`;
}

function explanation(root: string, { id, relation, steps }: WhyDocument): Markup {
	const begin = id.understood_as;
	const items = tellChain(begin, steps).map(
		({ phrase, direction, to, step }) => html`<li><div class="joint ${direction}"><strong>${phrase}</strong>
${'rule' in step ? html`<span class="rule">${step.rule}</span>` : said(step)}</div>
${knot(root, to)}</li>\n`,
	);
	return html`<section aria-labelledby="explanation">
<h2 id="explanation">${tellKinship(relation, steps.length)}</h2>
${items.length > 0 && html`<div class="chain">${knot(root, begin)}<ol>\n${items}</ol></div>`}
</section>`;
}

function knot(root: string, identifier: Named): Markup {
	return html`<p class="knot">${identifierLink(root, identifier)}</p>`;
}

type Said = Extract<WhyDocument['steps'][number], { provider: string }>;

function said({ provider, date, sub_type, others }: Said): Markup {
	const as = sub_type === undefined ? '' : `, as ${sub_type}`;
	const statements = others === 1 ? 'statement' : 'statements';
	const more = others === 0 ? '' : `, and ${others.toLocaleString('en')} more ${statements} of the same`;
	return html`<span class="said">said by ${provider}, ${date}${as}${more}</span>`;
}

function noAnswer(root: string, { message, problems }: BrokerError): Markup {
	const items = problems
		.flatMap(({ identifier }) => identifier ?? [])
		.map((one) => html`<li>${knot(root, one)}</li>\n`);
	return html`<section class="notice"><p>${message}</p>
${items.length > 0 && html`<ul>\n${items}</ul>`}</section>`;
}
