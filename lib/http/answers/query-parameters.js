// Reads the query of an address into parameters, each given once; knows none of them.
                                           
import { shortened, unknownParameter, wrongInput } from '../../errors/wrong-input.js';
                                                            

const longestShown = 60;

/** Parameters by name, decoded. It has no prototype, so that a parameter may have any name. */
                                                

/**
 * Reads the query of an address. Fails with `bad-query` naming what is repeated or wrongly encoded.
 */
export function readParameters(url        )             {
	const parameters             = Object.create(null);
	const start = url.indexOf('?');
	if (start === -1) return parameters;
	const hash = url.indexOf('#', start);
	const problems = new Map                 ();
	for (const part of url.slice(start + 1, hash === -1 ? undefined : hash).split('&')) {
		if (part !== '') addParameter(parameters, part, problems);
	}
	if (problems.size > 0) throw badQuery([...problems.values()]);
	return parameters;
}

/** Refuses parameters other than these with `bad-query`. */
export function refuseOthers(parameters            , known                   )       {
	const problems = Object.keys(parameters)
		.filter((name) => !known.includes(name))
		.map((field) => unknownParameter(field, known));
	if (problems.length > 0) throw badQuery(problems);
}

/**
 * Reads the query of an address by a schema; `allowed` completes "… must be" for each parameter.
 * Fails with `bad-query` naming every parameter that is wrong.
 */
export function readQuery                       (
	url        ,
	schema   ,
	allowed                                  ,
)              {
	const parameters = readParameters(url);
	refuseOthers(parameters, Object.keys(schema.shape));
	const query = schema.safeParse(parameters);
	if (query.success) return query.data;
	const fields = new Set(query.error.issues.map(({ path }) => String(path[0])));
	throw badQuery([...fields].map((field) => ({ field, message: `${field} must be ${allowed[field]}.` })));
}

/** Makes the failure of a wrong query out of its problems. */
export function badQuery(problems                    )              {
	return wrongInput('bad-query', problems);
}

function addParameter(parameters            , part        , problems                      )       {
	const note = (named        , wrong        )       => {
		const field = shortened(named, longestShown);
		if (!problems.has(named)) problems.set(named, { field, message: `${field} ${wrong}.` });
	};
	const equals = part.indexOf('=');
	const rawName = equals === -1 ? part : part.slice(0, equals);
	const name = decode(rawName);
	const value = equals === -1 ? '' : decode(part.slice(equals + 1));
	if (name === undefined || value === undefined) {
		note(name ?? rawName, 'is not percent-encoded UTF-8; write a percent sign itself as %25');
	} else if (!(name in parameters)) {
		parameters[name] = value;
	} else note(name, 'is given more than once; give it once');
}

function decode(text        )                     {
	const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
	if (!spaced.includes('%')) return spaced;
	try {
		return decodeURIComponent(spaced);
	} catch {
		return undefined;
	}
}
