// GET /compat/opencitations/meta/v1/metadata/{ids}: descriptions of works that clients of
// OpenCitations Meta read. Only their base address changes.
import { z } from '@hono/zod-openapi';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { workColumns, workRow } from '../../formats/compat/opencitations-meta.ts';
import { type DescribedObject, readObject } from '../../formats/scholix/described-object.ts';
import { addressOfWork } from '../../formats/scholix/writing/describe-work.ts';
import { linkLimits } from '../../links/limits.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { defineRoute, optionalHeader, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal } from '../server/http-context.ts';
import { canonicalLink, foreignRoute } from './foreign.ts';
import { ramoseRoute, readRamoseQuery, rowFormat, rowParameters, rowsAnswer } from './ramose.ts';

const mostWorks = 100;
const schemes = ['doi', 'pmid', 'pmcid', 'omid', 'openalex', 'isbn', 'issn'];

const params = z.strictObject({
	ids: z
		.string()
		.max(mostWorks * linkLimits.idLength)
		.openapi({
			description: `Up to ${mostWorks} identifiers, each with its scheme, joined by two underscores.`,
			pattern: `^(?:${schemes.join('|')}):.+$`,
			example: 'doi:10.5281/zenodo.11020__pmid:28776940',
		}),
});

const answerSchema = z
	.array(z.strictObject(Object.fromEntries(workColumns.map((column) => [column, z.string()]))))
	.openapi('OpenCitationsWorks');

/** Creates the routes; both addresses of the service are in use. */
export function createOpenCitationsMetaRoutes(needs: AppNeeds): Route[] {
	return (['meta/v1', 'meta/api/v1'] as const).map((path, at) =>
		defineRoute({
			route: `GET /compat/opencitations/${path}/metadata/{ids}`,
			deep: true,
			...foreignRoute,
			...ramoseRoute,
			id: `worksOfOpenCitationsMeta${at === 0 ? '' : 'Api'}`,
			summary: `Describe works as in OpenCitations ${path}`,
			description:
				'Describes works as OpenCitations Meta does, each once. Unknown works and journals (issn) have no row.',
			params,
			query: { described: z.strictObject(rowParameters), read: readRamoseQuery },
			answers: {
				200: {
					description: 'All rows.',
					headers: { 'X-Left-Out': optionalHeader('The number of works whose identifiers all have blanks.') },
					content: { 'application/json': { schema: answerSchema }, 'text/csv': { schema: z.string() } },
				},
				304: unchanged,
			},
			problems: ['not-found', 'answer-too-large'],
			handle: ({ context, params: { ids }, query }) => {
				const format = rowFormat(query.parameters, context.req.header('accept'));
				const answer = async () => {
					const named = readNamed(ids);
					const base = baseAddress(context.req.url, needs.settings.publicUrl);
					const works = await readWorks(needs.broker, named, disconnectSignal(context));
					const rows = works.map(({ group, object }) => workRow(object, addressOfWork(group, base)));
					const batches = [rows.map((row) => (row.id === '' ? undefined : row))];
					return rowsAnswer(
						{ columns: workColumns, types: { pub_date: 'date' }, total: rows.length, batches },
						{ context, query: query.rows, format, headers: canonicalLinkOf(named, `${base}/objects`), log: needs.log },
					);
				};
				return unlessUnchanged(needs, context, answer, format);
			},
		}),
	);
}

/** Names the same question in the interface of this broker; several works are not asked for by one. */
function canonicalLinkOf([first, ...others]: readonly Named[], address: string) {
	if (!first || others.length > 0) return {};
	return canonicalLink(address, { id: first.ID, scheme: first.IDScheme });
}

type Named = { ID: string; IDScheme: string };

/** Reads the identifiers. A DOI may have two underscores itself. */
function readNamed(ids: string): Named[] {
	const named = ids.split(/__(?=[a-z]+:)/i).map((one) => {
		const [, scheme = '', value = ''] = /^([a-z]+):(.+)$/is.exec(one) ?? [];
		return { ID: value, IDScheme: scheme.toLowerCase() };
	});
	if (named.some(({ IDScheme }) => !schemes.includes(IDScheme))) {
		const message = `Each identifier must begin with its scheme, one of ${schemes.join(', ')}, and a colon.`;
		throw new BrokerError('not-found', message);
	}
	if (named.length > mostWorks) {
		throw wrongParameter('ids', `ids has more than ${mostWorks} identifiers.`);
	}
	return named;
}

/** Reads the works that are known, each once, in the order of their first identifiers. */
async function readWorks(broker: AppNeeds['broker'], named: readonly Named[], signal: AbortSignal) {
	const results = await broker.lookUpObjects(named.filter(({ IDScheme }) => IDScheme !== 'issn'));
	const groups = new Set(results.flatMap((one) => (one.problem === null && one.found ? [one.found.group] : [])));
	const works: { group: number; object: DescribedObject }[] = [];
	for (const group of groups) {
		const work = await broker.describeObject({ number: group }, { facets: false, signal });
		if (work?.source) works.push({ group, object: readObject(work.source) });
	}
	return works;
}
