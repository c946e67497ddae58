// Who said a link, when and how, as canonical text, and the LinkHistory that several make.
import { compareText } from '../identifiers/index.js';
                                            
import { datePeriod } from './link-date.js';
import { inverseRelationType } from './relation.js';

/**
 * Writes a provenance as canonical JSON: `[provider, date, subType, subTypeSchema, license]`,
 * trailing absent parts left out.
 */
export function provenanceAsText({ provider, date, subType, subTypeSchema, license }            )         {
	if (license !== undefined) return JSON.stringify([provider, date, subType, subTypeSchema, license]);
	if (subTypeSchema !== undefined) return JSON.stringify([provider, date, subType, subTypeSchema]);
	if (subType !== undefined) return JSON.stringify([provider, date, subType]);
	return JSON.stringify([provider, date]);
}

/** Reads what provenanceAsText wrote. */
export function provenanceFromText(text        )             {
	const [provider, date, subType, subTypeSchema, license] = JSON.parse(text)                                          ;
	const provenance             = { provider, date };
	if (typeof subType === 'string') provenance.subType = subType;
	if (typeof subTypeSchema === 'string') provenance.subTypeSchema = subTypeSchema;
	if (typeof license === 'string') provenance.license = license;
	return provenance;
}

/** Writes the text of a provenance with its provider spelled as `spell` says. */
export function respell(text        , spell                              )         {
	const provenance = provenanceFromText(text);
	return provenanceAsText({ ...provenance, provider: spell(provenance.provider) });
}

/**
 * Holds one item of a LinkHistory: a distinct provider and date. `instant` is the date's first
 * moment in seconds since 1970 (UTC), `end` its last one: a year, month or day stands for all of
 * its time. `subTypes` are the distinct SubTypes given with it, sorted. Those of a symmetric
 * relation read from the source of the link to its target; `turned` has, where there are any, those
 * that were said from the target and have no name the other way.
 */
                           
	                 
	             
	                
	            
	                            
	                           
  

/** A provenance of a link; `turned`: it was said from the target of a symmetric relation. */
                                                     

/**
 * Folds provenances into a LinkHistory: one item for each distinct provider and date, newest first,
 * then by provider and date.
 */
export function linkHistory(provenances                )                {
	const items = new Map                                                                                        ();
	for (const { provider, date, subType, turned = false } of provenances) {
		const key = `${date}\n${provider}`;
		const item = items.getOrInsertComputed(key, () => ({ provider, date, subTypes: new Set(), turned: new Set() }));
		if (subType === undefined) continue;
		const seen = turned ? inverseRelationType(subType) : subType;
		if (seen === undefined) item.turned.add(subType);
		else item.subTypes.add(seen);
	}
	return Array.from(items.values(), ({ provider, date, subTypes, turned })              => {
		const { from, to } = datePeriod(date);
		const item = { provider, date, instant: from, end: to, subTypes: [...subTypes].sort() };
		return turned.size === 0 ? item : { ...item, turned: [...turned].sort() };
	}).sort(newestFirst);
}

function newestFirst(one             , other             )         {
	return other.instant - one.instant || compareText(one.provider, other.provider) || compareText(one.date, other.date);
}
