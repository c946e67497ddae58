// Holds what the generation that answers has against what it should have; it writes nothing and
// knows no search.
import { isDeepStrictEqual } from 'node:util';
                                                                 
                                                                                                       
                                                                                          
                                                       
import { groupKey, levels } from '../documents/group-key.js';
import { groupsCopied,                  linkId, linkSource, toldOf, viewsOf } from '../documents/link-document.js';
import {                    objectSource } from '../documents/object-document.js';
import { createChangedCopies } from '../writing/object-copies.js';
                                                                      
import { count, fromSource, isObject } from './lookup.js';

/** Answers those of the objects whose documents differ. */
export async function differingObjects(
	stored                 ,
	objects                        ,
)                         {
	const idOf = ({ level, group }             ) => groupKey(level, group);
	const found = await stored.read              (objects.map(idOf), everyField);
	return objects.filter((object) => !isSameDocument(withoutStanding(found.get(idOf(object))), objectSource(object)));
}

/** Answers the links of which a view's document differs, at each level. */
export async function differingLinks(stored                 , links                      )                         {
	const copies = createChangedCopies({ objects: [] }, stored);
	const views = links.flatMap((link) =>
		levels.flatMap((level) =>
			viewsOf(link, level).flatMap((view) => {
				const told = toldOf(link, view);
				return told === undefined ? [] : [{ link, level, view, told }];
			}),
		),
	);
	await copies.load(views.flatMap(({ view, told }) => groupsCopied(view, told)));
	const found = await stored.read            (
		views.map(({ view }) => linkId(view)),
		everyField,
	);
	const differing = views.filter(({ view, told }) => {
		const document = found.get(linkId(view));
		if (told.history.length === 0) return document !== undefined;
		return !copies.of(view.level, view.other) || !isSameDocument(document, linkSource(view, told, copies));
	});
	const each = differing.map(({ link: { source, relation, target }, level }) => ({ source, relation, target, level }));
	return [...new Map(each.map((link) => [JSON.stringify(link), link])).values()];
}

/** What follows from other documents, and from what was before, is none of the object's own. */
function withoutStanding(document                          )                     {
	const { standing: _, lostAt: __, ...own } = document ?? {};
	return document && own;
}

// All fields of a document, whatever there are.
const everyField          = ['*'         ];

function isSameDocument(stored                    , wanted        )          {
	return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(wanted)));
}

const groupsPerPage = 5_000;

/** Lists the groups that have an object at a level. */
export async function groupsAfter(searches          , level         , last         )                     {
	const { hits } = await searches.search                             ({
		query: { bool: { filter: [{ term: { level } }, { range: { group: { gt: last } } }] } },
		_source: ['group'],
		sort: [{ group: 'asc' }],
		size: groupsPerPage,
		track_total_hits: false,
	});
	return hits.hits.map(({ _source }) => _source.group);
}

/** Counts objects and links at each level; nothing is kept beside what is counted. */
export async function countAll(searches          )                       {
	const ofLevel = async (filter        ) => {
		const [identity = 0, version = 0] = await Promise.all(
			levels.map((level) => count(searches, [{ term: { level } }, filter], true)),
		);
		return { identity, version };
	};
	const seenFromSource                                                     = { terms: { relation: fromSource } };
	return { objects: await ofLevel(isObject), links: await ofLevel(seenFromSource), miscounted: 0 };
}
