// Writes the documents that a planned changeset leads to; knows neither leases nor journals.
// Applying it twice, or in part and then whole, leads to the same.
//
//   what gains ──▶ directory ──▶ what only loses ──▶ standings
//
// Where the index has several shards, each step is shown before the next begins: an identifier
// leads to a whole group at any time, the old one or the new one. One shard shows the first three
// at once.
import { identifierText } from '../../../identifiers/index.js';
                                                                      
                                                            
import { directoryEntry, entryId } from '../documents/directory-entry.js';
import { groupKey, levels, readGroupKey } from '../documents/group-key.js';
import {
	groupsCopied,
	              
	linkId,
	linkSource,
	          
	toldOf,
	viewOfId,
	viewsOf,
} from '../documents/link-document.js';
import { identifierFields,                    objectSource } from '../documents/object-document.js';
import {                     createChangedCopies } from './object-copies.js';
                                                              
import { linksTouching, rewriteLinks } from './rewrite-links.js';
import { levelsOf, writeStandings } from './standings.js';
                                                             

/** Writes all that a changeset says, and shows it, but for standings. */
export async function writeChangeset(changes                , base      , target             )                {
	const { bulk, isSpread, show } = target;
	const last = new Set(changes.last);
	const steps = createSteps(changes, base, bulk);
	await steps.writeSeenFrom((group) => !last.has(group));
	if (isSpread) await show();
	await writeDirectory(changes, bulk);
	if (last.size > 0) {
		if (isSpread) await show();
		await steps.writeSeenFrom((group) => last.has(group));
	}
	if (!isSpread || last.size > 0) await show();
}

/** Writes the standings that follow from what was written, and shows what is not shown yet. */
export async function finishChangeset(
	changes                ,
	{ stored, withSnapshot }      ,
	{ bulk, isSpread, show }                                    ,
)                {
	const { last, moved } = changes;
	const wrote = await withSnapshot((snapshot) => writeStandings(groupsTouched(changes), { stored, snapshot, bulk }));
	if (wrote || (isSpread && last.length === 0 && moved.length > 0)) await show();
}

function createSteps(changes                , base      , bulk        ) {
	const copies = createChangedCopies(changes, base.stored);
	const views = givenViews(changes);
	return {
		/** Writes what is seen from some of the groups, at both levels. */
		async writeSeenFrom(isOne                             )                {
			await copies.load(changes.objects.map(([key]) => readGroupKey(key).group));
			await rewriteOtherLinks(changes, { isOne, views, copies }, base, bulk);
			const given = views.filter(({ view }) => isOne(view.group));
			await copies.load(given.flatMap(({ view, told }) => groupsCopied(view, told)));
			for (const { view, told } of given) {
				const id = linkId(view);
				if (told.history.length === 0) await bulk.remove(id);
				else await bulk.put(id, linkSource(view, told, copies));
			}
			await writeObjects(changes, isOne, base, bulk);
			await bulk.flush();
		},
	};
}

                                                

/**
 * Lists the views of the links that the changeset gives, at the levels of which it says something.
 */
function givenViews({ links }                )              {
	return links.flatMap((link) =>
		levels.flatMap((level) =>
			viewsOf(link, level).flatMap((view) => {
				const told = toldOf(link, view);
				return told ? [{ view, told }] : [];
			}),
		),
	);
}

/**
 * Rewrites stored links that the changeset does not give: one of their groups is cleared, or what
 * they copy changes.
 */
async function rewriteOtherLinks(
	{ cleared, recopied, reshown }                ,
	{ isOne, views, copies }                                                                                        ,
	{ withSnapshot }      ,
	bulk        ,
)                {
	const gone = new Set(cleared);
	const keys = { at: cleared, to: [...new Set([...cleared, ...recopied])], shows: reshown };
	if (Object.values(keys).every((groups) => groups.length === 0)) return;
	const given = new Set(views.map(({ view }) => linkId(view)));
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching(keys, snapshot)) {
			const others = page.filter(({ _id }) => !given.has(_id) && isOne(viewOfId(_id).group));
			await rewriteLinks(others, gone, copies, bulk);
		}
	});
}

/** Writes the objects of some of the groups, those too that are not given and lose something. */
async function writeObjects(
	{ objects, robbed, losing }                ,
	isOne                             ,
	{ stored }      ,
	bulk        ,
)                {
	const lostAt = Date.now();
	const losers = new Set(losing);
	const lossOf = (group         , before                                          ) => {
		const at = losers.has(group) ? lostAt : before?.lostAt;
		return at === undefined ? {} : { lostAt: at };
	};
	const before = await stored.objects(objects.map(([key]) => key));
	const given = new Map(objects);
	const hasOwn = (group         ) => {
		const key = groupKey('version', group);
		return given.has(key) ? given.get(key) !== null : before.get(key) !== undefined;
	};
	for (const [key, object] of objects) {
		const { group } = readGroupKey(key);
		if (!isOne(group)) continue;
		const was = before.get(key);
		if (object) {
			// How often it is cited is counted once its links are there.
			const standing = { levels: levelsOf(object, hasOwn(group)), cited: was?.standing?.cited ?? {} };
			await bulk.put(key, { ...objectSource(object), ...lossOf(group, was), standing });
		} else if (was) await bulk.remove(key);
	}
	const taken = new Set(objects.flatMap(([, object]) => object?.identifiers.map(identifierText) ?? []));
	const others = [...robbed, ...losing.flatMap((group) => levels.map((level) => groupKey(level, group)))];
	const left = [...new Set(others)].filter((key) => !given.has(key) && isOne(readGroupKey(key).group));
	const whole = await stored.read              (left, ['*'                      ]);
	for (const [key, object] of whole) {
		const identifiers = object.identifiers.filter((one) => !taken.has(identifierText(one)));
		await bulk.put(key, { ...object, ...identifierFields(identifiers), ...lossOf(object.group, object) });
	}
}

/** Writes where the identifiers that move lead from now on. */
async function writeDirectory({ moved }                , bulk        )                {
	for (const [identifier, place] of moved) {
		const id = entryId(identifier);
		await (place ? bulk.put(id, directoryEntry({ ...identifier, ...place })) : bulk.remove(id));
	}
	await bulk.flush();
}

/** Lists the groups whose objects' standing may follow from what a changeset changes. */
function groupsTouched({ objects, links, recounted }                )                       {
	const touched = new Set         (recounted);
	for (const [key] of objects) touched.add(readGroupKey(key).group);
	for (const { source, target } of links) touched.add(source).add(target);
	return touched;
}
