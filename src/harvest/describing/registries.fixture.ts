// Registries for tests: what a local server answers that plays all of them.
import type { Reply, Request } from '../harvest.fixture.ts';

export const registries = ['crossref', 'datacite', 'arxiv', 'pubmed', 'pmc', 'ads', 'openalex'] as const;
export type Registry = (typeof registries)[number];

/** What the registries know: titles by identifier, and answers in place of the usual ones, in their order. */
export type Known = {
	titles: Partial<Record<Registry, Record<string, string>>>;
	instead: Partial<Record<Registry, Reply[]>>;
};

type Titled = readonly (readonly [id: string, title: string])[];

/** Returns the registry that a request is for. */
export const registryOf = ({ path }: Request) => /^\/(\w+)/.exec(path)?.[1] as Registry;
const works = (known: Titled) =>
	known.map(([DOI, title]) => ({ DOI, title: [title], reference: [{ DOI: '10.5555/reference' }] }));
const dois = (known: Titled) => known.map(([doi, title]) => ({ attributes: { doi, titles: [{ title }] } }));
const entries = (known: Titled) =>
	known.map(
		([id, title]) => `<entry><id>http://arxiv.org/abs/${id}v2</id><title>${title}</title>
			<published>2024-01-02T00:00:00Z</published><author><name>A. Author</name></author></entry>`,
	);
const listed = (text: string | null, divider = ',') => (text ?? '').split(divider);

/** Answers as all registries do, each below a path of its name. */
export function replyOf({ titles, instead }: Known, request: Request): Reply {
	const registry = registryOf(request);
	const other = instead[registry]?.shift();
	if (other !== undefined) return other;
	const known = (ids: readonly string[]): Titled =>
		ids.flatMap((id) => {
			const title = titles[registry]?.[id];
			return title === undefined ? [] : [[id, title] as const];
		});
	const { query, path } = request;
	switch (registry) {
		case 'crossref': {
			const [, single] = /\/works\/(.+)$/.exec(decodeURIComponent(path)) ?? [];
			const ids = single ? [single] : listed(query.get('filter')).map((one) => one.replace(/^doi:/, ''));
			const items = works(known(ids));
			if (single && items.length === 0) return { status: 404, body: 'Resource not found.' };
			return { body: { message: single ? items[0] : { items } } };
		}
		case 'datacite':
			return { body: { data: dois(known(listed(query.get('ids')))) } };
		case 'arxiv':
			return {
				body: `<feed xmlns="http://www.w3.org/2005/Atom">${entries(known(listed(query.get('id_list')))).join('')}</feed>`,
			};
		case 'ads': {
			const ids = [...(query.get('q') ?? '').matchAll(/"([^"]+)"/g)].map(([, id]) => id as string);
			return {
				body: { response: { docs: known(ids).map(([bibcode, title]) => ({ bibcode, title: [title] })) } },
			};
		}
		case 'openalex': {
			const ids = listed((query.get('filter') ?? '').replace('openalex:', ''), '|');
			const results = known(ids).map(([id, title]) => ({
				id: `https://openalex.org/${id}`,
				title,
				ids: {},
			}));
			return { body: { results } };
		}
		case 'pubmed': {
			const articles = known(listed(query.get('id'))).map(
				([id, title]) => `<PubmedArticle><MedlineCitation><PMID Version="1">${id}</PMID><Article><ArticleTitle>${title}
					</ArticleTitle></Article><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn">
					<PMID>${id}0</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle>`,
			);
			return { body: `<PubmedArticleSet>${articles.join('\n')}</PubmedArticleSet>` };
		}
		default: {
			const found = known(listed(query.get('id')));
			const summaries = found.map(([uid, title]) => [
				uid,
				{ uid, title, sortpubdate: '2023/05/01 00:00', authors: [] },
			]);
			return { body: { result: { uids: found.map(([uid]) => uid), ...Object.fromEntries(summaries) } } };
		}
	}
}
