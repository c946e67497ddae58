// Packs entries of the log of changes: JSON in columns, whose numbers are told as differences, so
// that a compressed entry takes about ten bytes. It knows no table.
                                                             
                                                       
import { packJson, unpackJson } from './packed-json.js';

/** What the flags of an entry say. */
const [isWithdrawn, isEdge, isKnown] = [1, 2, 4];

                
	                
	                 
	                   
	                 
	                     
	                
  

/** Packs entries of a piece; `event` is the one that most of them are of. */
export function packChanges(changes                   , event    )             {
	const columns          = [
		changes.map(flagsOf),
		differences(changes.map(({ source }) => source)),
		changes.map(({ relation }) => relation),
		differences(changes.map(({ target }) => target)),
		differences(changes.map(({ provenance }) => provenance)),
		changes.map((change) => change.event - event),
	];
	return packJson(columns);
}

/** Reads what packChanges wrote. */
export function unpackChanges(body            , event    )           {
	const [flags, sources, relations, targets, provenances, events] = unpackJson(body)           ;
	const [source, target, provenance] = [sums(sources), sums(targets), sums(provenances)];
	return flags.map((flag, at) => ({
		kind: flag & isWithdrawn ? 'withdrawn' : 'asserted',
		isEdge: (flag & isEdge) !== 0,
		source: source[at]      ,
		relation: relations[at]          ,
		target: target[at]      ,
		provenance: provenance[at]      ,
		event: event + (events[at]          ),
		words: flag & isKnown ? 'known' : 'said',
	}));
}

function flagsOf(change        )         {
	const kind = change.kind === 'withdrawn' ? isWithdrawn : 0;
	return kind | (change.isEdge ? isEdge : 0) | (change.words === 'known' ? isKnown : 0);
}

function differences(numbers                   )           {
	return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}

function sums(differences                   )           {
	let sum = 0;
	return differences.map((difference) => (sum += difference));
}
