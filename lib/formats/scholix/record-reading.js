// Reads texts, arrays and known fields of a record and collects its problems; names no field.
import { shortened } from '../../errors/wrong-input.js';
                                               
import { linkLimits, reportLimits } from '../../links/limits.js';
                                         
import { nearestName } from './nearest-name.js';

/**
 * Holds what reading one record has found wrong so far. A part that fails answers undefined or an
 * empty value and reading goes on, so that a sender sees all problems at once; the record is
 * refused in the end where there are any.
 */
                       
	                                                                         
	                          
	                             
	   
	                                                                                                   
	                                                  
	   
	                              
  

/** The fields of a JSON object. */
                                                       

/**
 * Notes a problem at a JSON pointer, which is given from the record on: `/Source/Identifier/ID`.
 */
export function refuse({ problems, position, renamed }         , at        , message        )            {
	if (problems.length >= reportLimits.problemsOfRecord) return;
	problems.push({ pointer: `/${position}${renamed === undefined ? at : pointerAsGiven(at, renamed)}`, message });
}

function pointerAsGiven(at        , renamed                             )         {
	let known = '';
	let given = '';
	for (const name of at.split('/').slice(1)) {
		known += `/${name}`;
		given += `/${renamed.get(known) ?? name}`;
	}
	return given;
}

/**
 * Answers the fields of an object under the names that its shape has for them. Refuses fields that
 * the shape does not know, and one that is given under two names.
 */
export function readFields(reading         , object        , at        , shape       )         {
	for (const field in object) if (!shape.known.has(field)) return renameFields(reading, object, at, shape);
	return object;
}

function renameFields(reading         , object        , at        , { known, meanings }       )         {
	const fields                          = {};
	const given = new Map                ();
	for (const name in object) {
		const folded = name.toLowerCase();
		const field = meanings.get(folded);
		const first = field === undefined ? undefined : given.get(field);
		if (first !== undefined) {
			refuse(reading, `${at}/${name}`, `gives ${quoted(first)} again; give one of them`);
		} else if (field !== undefined) {
			fields[field] = object[name];
			given.set(field, name);
			if (name === field) continue;
			reading.renamed ??= new Map();
			reading.renamed.set(`${at}/${field}`, name);
		} else if (!meanings.has(folded)) refuseField(reading, at, name, [...known]);
	}
	return fields;
}

function refuseField(reading         , at        , field        , known                   )       {
	// The nearest name takes a while to find, and a record may have a million unknown fields.
	if (reading.problems.length >= reportLimits.problemsOfRecord) return;
	const near = nearestName(field, known);
	const advice = near === undefined ? `known here are ${known.join(', ')}` : `did you mean \`${near}\`?`;
	// A pointer as long as the whole body would help nobody. Instead it names the object that holds
	// the field.
	const place = field.length > quotedLength ? at : `${at}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
	refuse(reading, place, `unknown field ${quoted(field)}; ${advice}`);
}

/**
 * Refuses an array with fewer than `least` items or more than `most`, and answers whether it is
 * right.
 */
export function checkLength(
	reading         ,
	array                    ,
	at        ,
	least        ,
	most         = linkLimits.items,
)          {
	if (array.length < least) refuse(reading, at, 'is an empty array; it must hold at least one');
	else if (array.length > most) refuse(reading, at, `holds ${array.length} items; ${most} are allowed`);
	else return true;
	return false;
}

/**
 * Reads a text that must be there and hold more than white space, without extra white space; ''
 * where it does not.
 */
export function requiredText(reading         , value         , at        , field        , limit        )         {
	return withoutExtraSpace(requiredValue(reading, value, at, field, limit));
}

/**
 * Reads a value that must be there and hold more than white space, as it is; '' where it does not.
 */
export function requiredValue(reading         , value         , at        , field        , limit        )         {
	if (isText(value, limit) && !isBlank(value)) return value;
	if (value === undefined) refuse(reading, at, `\`${field}\` is missing`);
	else refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return '';
}

/**
 * Reads a text that must be there, without extra white space; one of nothing else says nothing.
 */
export function givenText(
	reading         ,
	value         ,
	at        ,
	field        ,
	limit        ,
)                     {
	if (isText(value, limit)) return withoutExtraSpace(value) || undefined;
	if (value === undefined) return refuse(reading, at, `\`${field}\` is missing`);
	return refuse(reading, `${at}/${field}`, textProblem(value, limit));
}

/**
 * Reads a text that may be absent or null, without extra white space; one of nothing else counts as
 * absent.
 */
export function optionalText(
	reading         ,
	value         ,
	at        ,
	field                 ,
	limit        ,
)                     {
	if (value === undefined || value === null) return undefined;
	if (!isText(value, limit)) return refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return withoutExtraSpace(value) || undefined;
}

const extraSpace = /[^\S ]| {2}|^ | $/;

/**
 * White space around a text is none of it, and a run of it, whatever it consists of, is a blank.
 */
function withoutExtraSpace(text        )         {
	// Nearly all texts are right, and looking is quicker than replacing.
	return extraSpace.test(text) ? text.trim().replaceAll(/\s+/g, ' ') : text;
}

/**
 * Tells whether every engine can store a text: none takes half of a surrogate pair, PostgreSQL no
 * NUL.
 */
export function isStorable(text        )          {
	return text.isWellFormed() && !text.includes('\0');
}

function isText(value         , limit        )                  {
	return typeof value === 'string' && value.length <= limit && isStorable(value);
}

/** Tells a text of nothing but white space. */
export function isBlank(text        )          {
	return text.trim() === '';
}

/** Says of a text that it has nothing in it. */
export const blank = 'must not be empty';

function textProblem(value         , limit        )         {
	if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
	if (value.length > limit) return `is ${value.length} characters long; ${limit} are allowed`;
	if (value.includes('\0')) return 'holds the character NUL (\\u0000), which cannot be stored; remove it';
	if (!value.isWellFormed())
		return 'holds half of a surrogate pair (\\ud800 to \\udfff), which is no character; repair or remove it';
	return blank;
}

const quotedLength = 100;

/** Quotes a text, shortened where it is long. */
export function quoted(text        )         {
	return `\`${shortened(text, quotedLength)}\``;
}

/** Tells an object from an array and from everything else. */
export function isObject(value         )                  {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names the kind of a JSON value: `a string`, `an array`, `null`. */
export function kindOf(value         )         {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
