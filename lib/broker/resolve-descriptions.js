// Resolves the description of each work after events: every field as the latest event gave it,
// also when works merge. It knows no engine.
import {                   describeAsText, isBareType, joinDescriptions } from '../links/description.js';
                                                                                        
                                                               
                                                                   
                                                           
                                                

/** Fields of which the latest one given counts; Publisher and Keywords gather instead. */
const latestFields = ['Title', 'Creator', 'PublicationDate', 'Type', 'Kind']         ;
                                                 

/**
 * What events say of identifiers, by their positions in the batch, in the order in which they do.
 */
                                                                    

/** Names an identifier as one event speaks of it. */
export const nameOfSaid = (identifier    , event    )         => `${identifier} ${event}`;

/**
 * Records what events say of their identifiers; what is `unheeded` is set aside and not answered.
 */
export async function recordSaid(
	transaction             ,
	{ sayings }               ,
	{ found, descriptions }          ,
	unheeded                     ,
)                {
	const rows = sayings.map(
		([position, event, place], at)               => [found[position]?.id      , event, place, descriptions[at]      ],
	);
	const said = sayings.map(([position], at) => ({ position, description: descriptions[at]       }));
	if (unheeded.size === 0) {
		await transaction.recordDescriptions(rows);
		return said;
	}
	const isHeeded = ([id, event]              ) => !unheeded.has(nameOfSaid(id, event));
	await transaction.recordDescriptions(rows.filter(isHeeded));
	await transaction.recordDescriptions(
		rows.filter((row) => !isHeeded(row)),
		'taken back',
	);
	return said.filter((_, at) => isHeeded(rows[at]                ));
}

/** What there is to say about one Identity group. */
               
	                                         
	               
	                                                                                
	                
	                                                                         
	           
  

/**
 * Resolves the groups that events described or merged, of which `first` was accepted first; answers
 * the Identity groups whose description changed.
 */
export async function resolveDescriptions(
	transaction             ,
	first    ,
	touched                                                                  ,
)                {
	const resolved                                            = [];
	const changed       = [];
	const disputed = new Map            ();
	for (const [group, voices] of await gatherVoices(transaction, touched)) {
		const distinct = new Set([...voices.before, ...voices.said]);
		const [agreed] = distinct;
		if (distinct.size > 1) disputed.set(group, voices);
		else if (agreed !== undefined && agreed !== voices.own) {
			resolved.push([group, agreed]);
			changed.push(group);
		}
	}
	for (const { group, description, differs } of await resolveDisputed(transaction, first, disputed)) {
		resolved.push([group, description]);
		if (differs) changed.push(group);
	}
	const absorbed = touched.merged.identityUnions.flatMap(({ groups, staying }) =>
		groups.filter((group) => group !== staying).map((group) => [group, null]         ),
	);
	await transaction.describe([...absorbed, ...resolved]);
	return changed;
}

async function gatherVoices(
	transaction             ,
	{ identified, said, merged }                                                                  ,
)                                   {
	const before = await descriptionsBefore(transaction, identified, said, merged);
	const voices = new Map            ();
	const voicesOf = (group    )         =>
		voices.getOrInsertComputed(group, () => {
			const own = before.get(group) ?? null;
			return { own, before: new Set(own === null ? [] : [own]), said: [] };
		});
	for (const { groups, staying } of merged.identityUnions) {
		for (const group of groups) {
			const description = before.get(group);
			if (description != null) voicesOf(staying).before.add(description);
		}
	}
	for (const { position, description } of said) {
		voicesOf((merged.places[position]             ).identity).said.push(description);
	}
	return voices;
}

/** Reads the descriptions, before the events, of the groups that they described or merged. */
async function descriptionsBefore(
	transaction             ,
	identified                      ,
	said      ,
	merged        ,
)                                      {
	const known = new Map               ();
	const groups = new Set(merged.identityUnions.flatMap(({ groups }) => groups));
	for (const { id, identity, description } of identified) if (id === identity) known.set(id, description);
	for (const { position } of said) groups.add((identified[position]             ).identity);
	const unread = [...groups].filter((group) => !known.has(group));
	if (unread.length > 0) {
		for (const { id, description } of await transaction.identifiers(unread)) known.set(id, description);
	}
	return known;
}

/**
 * Resolves groups about which different things are said. `differs`: the description reads otherwise
 * than the group's own before, and is not just the same text kept for a group that it took in.
 */
async function resolveDisputed(
	transaction             ,
	first    ,
	disputed                         ,
)                                                              {
	if (disputed.size === 0) return [];
	const wanted = new Set([...disputed.values()].flatMap(({ before, said }) => [...before, ...said]));
	const texts = new Map(await transaction.descriptions([...wanted]));
	const read = (id    ) => JSON.parse(texts.get(id)          )               ;
	const isLatest = !(await transaction.laterEventApplied(first));
	const heard = Array.from(disputed, ([group, { before, said }]) =>
		hear(group, [...before].map(read), said.map(read), isLatest),
	);
	const last = await latestSaid(
		transaction,
		heard.filter(({ open }) => open.length > 0),
	);
	const resolved = heard.map(({ group, joined }) => ({
		group,
		text: describeAsText({ ...joined, ...last.get(group) }),
	}));
	const ids = await transaction.internDescriptions(resolved);
	return resolved.flatMap(({ group, text }, at) => {
		const { own } = disputed.get(group)          ;
		const description = ids[at]      ;
		return description === own ? [] : [{ group, description, differs: own === null || text !== texts.get(own) }];
	});
}

/** What is known of a group whose description is disputed, without its history. */
              
	          
	                    
	                                           
	                             
	                                         
	                 
  

/**
 * Resolves one group field by field. What the events say decides a field where no later event is
 * applied already; else, and where only the merged groups differ, the history of the group does.
 */
function hear(group    , before                        , said                        , isLatest         )        {
	const all = [...before, ...said];
	const open = latestFields.filter((field) => {
		if (distinctValues(all, field) <= 1) return false;
		return !(isLatest && decides(said, field, before));
	});
	const allBare = all.every((voice) => voice.Type === undefined || isBare(voice));
	return { group, joined: all.reduce(joinDescriptions), open, allBare };
}

/**
 * Tells whether what the latest event says decides a field. A bare type may leave what was said
 * before as it is, and where groups merge it takes their history to know what that was.
 */
function decides(said                        , field             , before                        )          {
	const last = said.findLast((description) => description[field] !== undefined);
	if (!last) return false;
	return field !== 'Type' || !isBare(last) || distinctValues(before, field) <= 1;
}

function isBare({ Type }             )          {
	return Type !== undefined && isBareType(Type);
}

function distinctValues(descriptions                        , field             )         {
	const values = descriptions.map((description) => description[field]).filter((value) => value !== undefined);
	return new Set(values.map((value) => JSON.stringify(value))).size;
}

/** What is found in the history of a group, and the fields that are still looked for. */
                                                                                           

/**
 * Looks up the latest word on fields, newest first, of all groups at once. Where the types of all
 * that is known of the parts of a group are bare, so is the last one said.
 */
async function latestSaid(transaction             , heard                  )                                        {
	const searches = new Map(
		heard.map(({ group, open, allBare })               => [
			group,
			{ found: {}, open: new Set(open), allBare, before: Number.MAX_SAFE_INTEGER },
		]),
	);
	const looking = new Set(searches.keys());
	while (looking.size > 0) {
		const wanted = Array.from(looking, (group) => ({ group, before: (searches.get(group)          ).before }));
		const steps = await transaction.describedHistory(wanted);
		const ids = new Set(steps.flatMap(({ said }) => said.map(({ description }) => description)));
		const texts = new Map(await transaction.descriptions([...ids]));
		for (const { group, said, before } of steps) {
			const search = searches.get(group)          ;
			for (const own of byEvent(said)) {
				for (const { description } of own) listen(search, JSON.parse(texts.get(description)          ));
				if (search.open.size === 0) break;
			}
			if (search.open.size === 0 || before === null) looking.delete(group);
			else search.before = before;
		}
	}
	return new Map(Array.from(searches, ([group, { found }]) => [group, found]));
}

/** Takes what was said before all that is found so far. */
function listen({ found, open, allBare }        , said             )       {
	for (const field of open) {
		if (said[field] === undefined) continue;
		const isSettled = field === 'Type' && !allBare ? takeType(found, said) : take(found, said, field);
		if (isSettled) open.delete(field);
	}
}

function take(found             , said             , field             )       {
	Object.assign(found, { [field]: said[field] });
	return true;
}

/**
 * Takes what was said of the type before what is found of it; tells whether nothing that was said
 * still earlier matters: a bare type leaves the SubType that was given with the same name as it is
 * (see joinDescriptions).
 */
function takeType(found             , { Type }             )          {
	if (!Type || (found.Type && found.Type.Name !== Type.Name)) return true;
	found.Type = Type;
	return !isBareType(Type);
}

/** Gathers what one event after the other said. */
function byEvent                           (history                )          {
	return [...Map.groupBy(history, ({ event }) => event).values()];
}
