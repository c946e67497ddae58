// Events of DataCite (api.datacite.org/events, JSON:API): one for each relationship and provider.
import { z } from 'zod';
import { compareText, type Identifier } from '../../identifiers/index.ts';
import { shownLimits } from '../../links/limits.ts';
import { type HistoryItem, providerKey } from '../../links/provenance.ts';
import {
	type GroupRelation,
	inverseRelationType,
	readRelationType,
	relationTypeName,
	searchRelationMeaning,
} from '../../links/relation.ts';
import { withAddress } from '../scholix/writing/describe-work.ts';
import type { ShownIdentifier } from '../scholix/writing/object-document.ts';
import { wordingsOfItem } from '../scholix/writing/relationship-type.ts';
import type { AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';
import { inOrder, type LinkEnd, momentOf, readEnd } from './ends.ts';

/**
 * Where the work that was asked about stands in its events: at the end that was asked for, or
 * `either`. Then what cites or supplements is the subject, and the work itself where neither does.
 */
export type EventEnd = 'subj' | 'obj' | 'either';

/**
 * The events of a work, which `named` names in them: clients look for the identifier that they asked
 * for. Only those of `sources` are wanted, if there are any. Of IsRelatedTo, only those in `words` are
 * wanted, if given.
 */
export type EventsAsked = {
	work: AnswerObject;
	named: Identifier;
	asked: EventEnd;
	sources: readonly string[];
	words: ReadonlySet<string> | undefined;
};

/** An event. Its attributes have both spellings that DataCite has used. */
export type DataciteEvent = {
	id: string;
	type: 'events';
	attributes: Readonly<Record<string, string | number | undefined>>;
};

/** The most events of a relationship. */
export const mostEvents = shownLimits.items;

/** Creates what counts the bytes of the events of a relationship, or somewhat more. */
export function createEventBytes(): (item: AnswerItem, work: AnswerObject) => number {
	const bytesOfWork = new WeakMap<AnswerObject, number>();
	return ({ object, history }, work) => {
		const ofWork = bytesOfWork.get(work) ?? bytesOfEnd(work);
		bytesOfWork.set(work, ofWork);
		const events = Math.min(new Set(history.map(({ provider }) => provider)).size, mostEvents);
		return events * (bytesOfAttributes + ofWork + bytesOfEnd(object));
	};
}

const bytesOfAttributes = 600;

/** An event has an end in its id, in base 64, and its address in both spellings. */
function bytesOfEnd({ identifiers }: AnswerObject): number {
	const bytes = (JSON.parse(identifiers) as Parameters<typeof withAddress>[0][])
		.map(withAddress)
		.map(({ ID, IDURL = ID }) => 2 * (Buffer.byteLength(ID) + Buffer.byteLength(IDURL)));
	return bytes.reduce((most, one) => Math.max(most, one), 0);
}

/** Describes relationships, in their order. */
export function describeDataciteEvents(
	items: readonly AnswerItem[],
	{ work, named, asked, sources, words }: EventsAsked,
): DataciteEvent[] {
	const own = readEnd(work);
	const isNamed = ({ IDScheme, ID }: ShownIdentifier) => IDScheme === named.scheme && ID === named.value;
	const ownAddress = addressOf(own, isNamed);
	const isOfSource = sourceTest(sources);
	return items.flatMap((item) => {
		const other = readEnd(item.object);
		const { relation, asked: end } = searchRelationMeaning[item.relation];
		const { source, target } = inOrder(end === 'target' ? 'target' : 'source', own, other);
		const isSource = asked === 'either' || (asked === 'subj') === (source === own);
		const [subject, object] = isSource ? [source, target] : [target, source];
		const ofProviders = Map.groupBy(item.history, ({ provider }) => provider);
		const wanted = Array.from(ofProviders).filter(([provider]) => isOfSource(provider));
		return wanted.slice(0, mostEvents).flatMap(([provider, history]): DataciteEvent[] => {
			const word = wordOf(relation, isSource, history, words);
			if (word === undefined) return [];
			const attributes = bothSpellings({
				'subj-id': subject === own ? ownAddress : addressOf(subject),
				'obj-id': object === own ? ownAddress : addressOf(object),
				'source-id': provider,
				'relation-type-id': kebabCase(word),
				total: 1,
				'message-action': 'create',
				'occurred-at': momentOf(history.at(-1)?.date),
				timestamp: momentOf(history[0]?.date),
			});
			return [{ id: writeEventId({ relation, source, target, provider }), type: 'events', attributes }];
		});
	});
}

/**
 * Words a relation as it reads from the subject. The words of a provider count where its relation is
 * read from them.
 */
function wordOf(
	relation: GroupRelation,
	fromSource: boolean,
	history: readonly HistoryItem[],
	wanted: EventsAsked['words'],
): string | undefined {
	const given = history
		.flatMap((item) => wordingsOfItem(relation, item))
		.flatMap(({ type: { SubType = '' }, swapped }) => {
			const name = relationTypeName(SubType);
			if (name === undefined || readRelationType(name)?.relation !== relation) return [];
			return (swapped === fromSource ? inverseRelationType(name) : name) ?? [];
		});
	if (relation === 'IsRelatedTo' && wanted !== undefined) return given.find((word) => wanted.has(word));
	return given[0] ?? (fromSource ? relation : inverseRelationType(relation));
}

/** Writes IsCitedBy as is-cited-by. */
function kebabCase(word: string): string {
	return word.replaceAll(/(?<!^)\p{Lu}/gu, '-$&').toLowerCase();
}

/** Spells the names of members with hyphens, as DataCite does, and with capital letters, as it did. */
export function bothSpellings<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
	const spelled = Object.entries(members).map(([name, value]) => [
		name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
		value,
	]);
	return { ...members, ...Object.fromEntries(spelled) };
}

/** The identifier that is wanted comes first, then DOIs. */
function addressOf({ Identifiers }: LinkEnd, isWanted = isDoi): string | undefined {
	const shown = Identifiers.find(isWanted) ?? Identifiers.find(isDoi) ?? Identifiers[0];
	return shown?.IDURL ?? shown?.ID;
}

function isDoi({ IDScheme }: ShownIdentifier): boolean {
	return IDScheme === 'doi';
}

/** What the id of an event says. */
export type EventName = { relation: GroupRelation; source: ShownIdentifier; target: ShownIdentifier; provider: string };

/**
 * Writes an id that names both works, so that it is valid as long as their identifiers are. It is the
 * same whichever work was asked about, and by whichever identifier.
 */
function writeEventId(event: Pick<EventName, 'relation' | 'provider'> & { source: LinkEnd; target: LinkEnd }): string {
	const ends = [nameOf(event.source), nameOf(event.target)];
	if (event.relation === 'IsRelatedTo') ends.sort(compareText);
	const name = [event.relation, ...ends, event.provider];
	return Buffer.from(JSON.stringify(name)).toString('base64url');
}

/** Names a work by its first DOI, else by its first identifier, in the order of their texts. */
function nameOf({ Identifiers }: LinkEnd): string {
	const dois = Identifiers.filter(isDoi);
	const names = (dois.length === 0 ? Identifiers : dois).map(({ IDScheme, ID }) => `${IDScheme}:${ID}`);
	return names.sort(compareText)[0] ?? '';
}

const eventName = z.tuple([z.enum(['Cites', 'IsSupplementTo', 'IsRelatedTo']), z.string(), z.string(), z.string()]);

/** Reads what writeEventId wrote; undefined where the text is no such id. */
export function readEventId(id: string): EventName | undefined {
	let name: unknown;
	try {
		name = JSON.parse(Buffer.from(id, 'base64url').toString());
	} catch {
		return undefined;
	}
	const read = eventName.safeParse(name);
	if (!read.success) return undefined;
	const [relation, source, target, provider] = read.data;
	return { relation, source: readName(source), target: readName(target), provider };
}

function readName(name: string): ShownIdentifier {
	const [, IDScheme = '', ID = ''] = /^([^:]*):(.*)$/s.exec(name) ?? [];
	return { IDScheme, ID };
}

/** Makes the test whether a provider is one of these, or one whose name has theirs as words. */
function sourceTest(sources: readonly string[]): (provider: string) => boolean {
	const all = sources.map(wordsOf);
	return (provider) => {
		const words = wordsOf(provider);
		return all.length === 0 || all.some((one) => words.includes(one));
	};
}

function wordsOf(name: string): string {
	return ` ${providerKey(name)
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;
}
