// The parameters of the change log: their values and their reading; and the cursors of the
// log, opaque and valid as long as the log exists.
import { z } from 'zod';
import { wrongInput, wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { canonicalValue } from '../../identifiers/index.ts';
import { mostFollowed, readList } from '../../links/identifier-list.ts';
import { searchRelations } from '../../links/relation.ts';
import { countingParameters } from '../counting/counting-parameters.ts';
import { doiPrefixPattern } from '../doi-prefix.ts';
import {
	idParameter,
	readParametersBy,
	schemeParameter,
	textParameter,
	typeParameter,
	wholeNumberOr,
} from '../searching/parameters.ts';

const defaultEntries = 100;
/** Bounds the limit of a page; the page may end earlier. */
export const mostEntries = 10_000;
/** Bounds the seconds that an answer waits. */
export const longestWait = 30;

const mostListCharacters = 128_000;

/** How cursors look: `now`, or the log's id and a number. */
export const cursorShape = /^(?:now|(\w{10})-([0-9a-z]{1,10}))$/;

/** The forms of the log. */
export const changeFormats = ['json', 'jsonl', 'atom'] as const;
export type ChangeFormat = (typeof changeFormats)[number];

function refuseOrcid(context: z.RefinementCtx): never {
	context.addIssue('orcid must be an ORCID iD, such as 0000-0002-1825-0097.');
	return z.NEVER;
}

/** Describes and checks the filters. */
export const changeFilterSchema = z.strictObject({
	id: idParameter.optional().meta({
		description: 'Only links of this work, under any identifier that the work has now.',
		example: '10.5281/zenodo.11020',
	}),
	scheme: schemeParameter.meta({ description: 'The scheme of id. Detected if omitted.', example: 'doi' }),
	ids: z
		.string()
		.max(mostListCharacters, `ids may have at most ${mostListCharacters} characters.`)
		.transform(readList)
		.refine((list) => list.length > 0 && list.length <= mostFollowed, {
			error: `ids must have 1 to ${mostFollowed} identifiers, one per line.`,
		})
		.optional()
		.meta({
			type: 'string',
			maxLength: mostListCharacters,
			description:
				`Only links of these works: up to ${mostFollowed} identifiers, one per line, or with a comma and a ` +
				'space between them. Unknown ones are ignored.',
			example: '10.5281/zenodo.11020, 10.21105/joss.00024',
		}),
	group_by: z
		.enum(['identity', 'version'])
		.default('identity')
		.meta({
			description:
				'With id or ids: identity: the links of the work itself. version: the links of all its versions. A ' +
				'feed of citations groups citing works in the same way.',
		}),
	entries: z
		.enum(['citations', 'first', 'all'])
		.optional()
		.meta({
			description:
				'citations: only the first assertion of each link that cites (with provider: the first by that provider); ' +
				'unless direction says otherwise, id, ids and prefix then name the cited works. first: only the first ' +
				'assertion of each link, and its last withdrawal. all: all entries. The default is citations for a feed ' +
				'(Atom) without relation, otherwise all.',
		}),
	direction: z
		.enum(['in', 'out', 'both'])
		.optional()
		.meta({
			description:
				'With id, ids, prefix or orcid: in: only links to what these select (the works are cited). out: only links ' +
				'from there. A relation that is the same in both directions (isRelatedTo) fits each. The default is both; ' +
				'with entries=citations, for id, ids and prefix, it is in.',
		}),
	kind: z
		.enum(['asserted', 'withdrawn', 'both', 'retracted'])
		.optional()
		.meta({
			description:
				'Only assertions that came to count, only those that ceased to, or both. retracted: both, of links that say ' +
				'that one of their works was retracted; id, ids and prefix then name this work or works that it cites.',
		}),
	prefix: z
		.string()
		.trim()
		.toLowerCase()
		.regex(doiPrefixPattern, 'prefix must be a prefix of DOIs, such as 10.5281.')
		.optional()
		.meta({
			description: 'Only links in which the DOI of the source or target begins with this prefix.',
			example: '10.5281',
		}),
	provider: textParameter('provider', 'be the name of a link provider, or be omitted', 1_000, 'name')
		.trim()
		.optional()
		.meta({ description: 'Only assertions of this link provider, in any letter case.', example: 'Zenodo' }),
	relation: z
		.enum(searchRelations)
		.optional()
		.meta({
			description:
				'Only this relation. With id, it is as seen from that work; without id, each name also matches its ' +
				'inverse.',
		}),
	type: typeParameter.meta({ description: 'Only links in which the source or target has this type.' }),
	orcid: textParameter('orcid', 'be an ORCID iD', 100, 'ORCID iD')
		.transform((text, context) => canonicalValue('orcid', text) ?? refuseOrcid(context))
		.optional()
		.meta({
			description: 'Only links in which somebody with this ORCID iD is a creator of the source or target.',
			example: '0000-0002-1825-0097',
		}),
	definition: countingParameters.definition.meta({
		description: 'Only links that count by this definition of a citation; see GET /definitions.',
	}),
	exclude: countingParameters.exclude.meta({
		description:
			'Without links that have any of these flags, separated by commas; see GET /definitions. Withdrawals are kept.',
	}),
});

/** Describes and checks all parameters. */
export const changeQuerySchema = z.strictObject({
	after: z
		.string()
		.regex(cursorShape, 'after is not a cursor: give the value of `next` in an earlier answer, or omit it.')
		.optional()
		.meta({
			description:
				'The cursor of an earlier answer: continue after it. Omitted: start with the oldest entry. `now`: ' +
				'start with the next new entry.',
		}),
	limit: wholeNumberOr(defaultEntries, 'limit', 1, mostEntries).meta({
		description: 'The maximum number of entries. A page may have fewer: continue with next.',
	}),
	wait: wholeNumberOr(0, 'wait', 0, longestWait).meta({
		description: 'If there are no new entries, wait up to this many seconds for one.',
	}),
	...changeFilterSchema.shape,
	format: z.enum(changeFormats).optional().meta({
		description: 'The format, regardless of Accept: json, jsonl (JSON Lines) or atom (a feed).',
	}),
});

/** Filters entries. */
export type ChangeFilter = z.output<typeof changeFilterSchema>;
export type ChangesQuery = z.output<typeof changeQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readChangesQuery(parameters: Readonly<Record<string, string>>): ChangesQuery {
	const query = readParametersBy(changeQuerySchema, parameters);
	const wrong = problemsOf(query);
	if (wrong.length > 0) throw wrongInput('bad-query', wrong);
	return query;
}

function problemsOf(query: ChangesQuery): { field: string; message: string }[] {
	const { id, scheme, ids, entries, relation, direction, prefix, orcid, kind, definition } = query;
	const ofLinks = Object.entries({ direction, relation, definition, entries: entries === 'citations' || undefined });
	const [unfit] = ofLinks.flatMap(([name, value]) => (kind === 'retracted' && value !== undefined ? [name] : []));
	const wrong = [
		unfit !== undefined && {
			field: unfit,
			message:
				'kind=retracted finds notices of retractions, which are no citations and have no direction: omit direction, ' +
				'relation, definition and entries=citations.',
		},
		direction !== undefined &&
			(id ?? ids ?? prefix ?? orcid) === undefined && {
				field: 'direction',
				message: 'direction requires one of id, ids, prefix and orcid, all of which are missing.',
			},
		id === undefined && scheme !== undefined && { field: 'scheme', message: 'scheme requires id, which is missing.' },
		id !== undefined && ids !== undefined && { field: 'ids', message: 'Give id or ids, not both.' },
		entries === 'citations' &&
			relation !== undefined && {
				field: 'relation',
				message: 'relation requires entries=all: every citation is a link that cites.',
			},
	];
	return wrong.filter((problem) => problem !== false);
}

/** What of the log a cursor depends on; see Changes.changeLog. */
export type LogExtent = { id: string; oldest: number; newest: number };

/** Begins with what comes next. */
const nowCursor = 'now';

/** Writes the cursor after an entry. */
export function writeCursor({ id }: Pick<LogExtent, 'id'>, number: number): string {
	return `${id}-${number.toString(36)}`;
}

/**
 * Returns the number after which a cursor reads; without a cursor, the number before the oldest entry.
 * Fails with `bad-query`, naming the parameter `field`, if the cursor was never issued, and with
 * `cursor-expired` if the log no longer has the entries after it.
 */
export function readCursor(log: LogExtent, cursor: string | undefined, field = 'after'): number {
	if (cursor === undefined) return log.oldest - 1;
	if (cursor === nowCursor) return log.newest;
	const [, id, digits = ''] = cursorShape.exec(cursor) ?? [];
	if (id === undefined)
		throw wrongParameter(
			field,
			`${field} is not a cursor: give the value of \`next\` in an earlier answer, or omit it.`,
		);
	const number = Number.parseInt(digits, 36);
	if (id !== log.id) throw expired('The cursor belongs to another log, that of a broker with other data.');
	if (number > log.newest)
		throw wrongParameter(field, `${field} is not a cursor of this log: give the value of \`next\` in an answer.`);
	if (number < log.oldest - 1) throw expired('The log does not reach back to this cursor: older entries are not kept.');
	return number;
}

function expired(reason: string): BrokerError {
	const advice =
		'Start from the current state: store the cursor that after=now returns, copy all events ' +
		'(link-broker export, then link-broker events import), and continue from the stored cursor.';
	return new BrokerError('cursor-expired', `${reason} ${advice}`);
}
