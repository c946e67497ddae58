// Looks up identifiers, for readers in the directory, for writers in the objects that have them,
// and counts what an index holds; knows no links' contents.
import { identifierText } from '../../../identifiers/index.js';
                                                                 
                                                                                                       
                                                                 
import { pagesOfTerms,               } from '../cluster/snapshot.js';
import {                      entryId } from '../documents/directory-entry.js';
import { keyTerm,                   } from '../documents/object-document.js';
import { routingOfKey } from '../documents/routing.js';

const entriesPerRequest = 10_000;

/** Finds identifiers in the directory; answers those that are known. */
export async function locate(searches          , identifiers                          )                     {
	const ids = [...new Set(identifiers.map(entryId))];
	const found            = [];
	for (let at = 0; at < ids.length; at += entriesPerRequest) {
		const read = await searches.read                (ids.slice(at, at + entriesPerRequest), ['entry']);
		for (const { entry } of read.values()) found.push(entry);
	}
	return found;
}

const keysPerRequest = 100;

/** Finds identifiers of any scheme by comparison key, in the directory. */
export async function locateKeys(searches          , keys                   )                     {
	const asked = new Set(keys);
	const terms = [...new Set(keys.map(keyTerm))];
	const found            = [];
	for (let at = 0; at < terms.length; at += keysPerRequest) {
		const some = terms.slice(at, at + keysPerRequest);
		const { hits } = await searches.search                (
			{ query: { terms: { key: some } }, _source: ['entry'], size: mostHits, track_total_hits: false },
			some.map(routingOfKey).join(),
		);
		for (const { _source } of hits.hits) if (asked.has(_source.entry.key)) found.push(_source.entry);
	}
	return found;
}

// A key is one of hardly more identifiers than there are schemes.
const mostHits = 10_000;

// A search takes less from when its identifier was located, and clocks differ less.
const lossesRememberedMilliseconds = 10 * 60_000;

/**
 * Tells whether the identifier by which a group was located has left it meanwhile; the group's
 * object tells when it lost one.
 */
export async function hasLost(
	searches          ,
	{ groupBy, group, located }                                                                     ,
	{ lostAt }                              ,
)                   {
	if (!located || lostAt === undefined || Date.now() - lostAt > lossesRememberedMilliseconds) return false;
	const [now] = await locate(searches, [located]);
	return now?.[groupBy] !== group;
}

/** Finds identifiers in the objects that have them: for writers, to whom these are the truth. */
export async function locateInObjects(snapshot          , identifiers                          )                     {
	const asked = new Set(identifiers.map(identifierText));
	const keys = [...new Set(identifiers.map(({ key }) => key))];
	const objects = await objectsOfKeys(snapshot, keys, ['group', 'version', 'identifiers']);
	return objects.flatMap(({ group, version, identifiers }) =>
		identifiers
			.filter((one) => asked.has(identifierText(one)))
			.map(({ scheme, key }) => ({ scheme, key, identity: group, version })),
	);
}

/** Reads the objects of Identity groups that identifiers of these keys lead to, each once. */
export async function objectsOfKeys                                  (
	snapshot          ,
	keys                   ,
	fields                  ,
)                                       {
	const found = new Map                                   ();
	for await (const page of pagesOfTerms                           (snapshot, 'keys', keys.map(keyTerm), fields)) {
		for (const { _id, _source } of page) found.set(_id, _source);
	}
	return [...found.values()];
}

/** Lists the Identity groups that lie in Version groups. */
export async function identitiesIn(snapshot          , versions                    )                     {
	const found = new Set         ();
	for await (const page of pagesOfTerms              (snapshot, 'version', versions, ['group', 'level'])) {
		for (const { _source } of page) if (_source.level === 'identity') found.add(_source.group);
	}
	return [...found];
}

/** Holds for objects: they alone have the field `group`. */
export const isObject = { exists: { field: 'group' } };

/** Tells whether an index holds no object at all. */
export async function isEmpty(searched          )                   {
	return (await count(searched, [isObject], 1)) === 0;
}

/** Names the relations as which links are seen from their source: each link once. */
export const fromSource                            = ['cites', 'isSupplementTo', 'isRelatedTo'];

/** Counts the objects of Identity groups, and the links between them as they were given. */
export async function size(searched          )                                              {
	const level          = 'identity';
	const [objects, links] = await Promise.all([
		count(searched, [{ term: { level } }, isObject], true),
		count(searched, [{ term: { level } }, { terms: { relation: fromSource } }], true),
	]);
	return { objects, links };
}

/** Counts documents; at most so many, or all. */
export async function count(searched          , filter                   , upTo               )                  {
	const { hits } = await searched.search({ query: { bool: { filter } }, size: 0, track_total_hits: upTo });
	return hits.total.value;
}
