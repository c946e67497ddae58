// Writes entries of the log of changes as JSON, each with its link as a Scholix object that another
// broker takes as it is. It knows no transport.

import { plainText } from '../../links/markup/styled-text.js';
                                                        
import { describeObject } from '../scholix/writing/object-document.js';
import { writeEnd } from '../scholix/writing/write-answers.js';
import { writeAssertion } from '../scholix/writing/write-assertion.js';
                                                            

/** Writes an entry in one line. */
export function writeChange({ number, at, kind, isEdge, source, relation, target, provenance }            )         {
	const head = {
		number,
		time: new Date(at).toISOString(),
		kind,
		...(isEdge && { [kind === 'asserted' ? 'first' : 'last']: true }),
	};
	const link = writeAssertion({ source: endOf(source), relation, target: endOf(target), provenance });
	return `${JSON.stringify(head).slice(0, -1)},"link":${link}}`;
}

function endOf({ identifier, description }         )         {
	return writeEnd({ ...describeObject([identifier], description), versions: null });
}

/** Says an entry in a sentence, for people. */
export function sayChange({ kind, source, relation, target, provenance }            )         {
	return `${nameOf(source)} ${phrases[relation]} ${nameOf(target)}: ${kind} by ${provenance.provider}`;
}

const phrases                                     = {
	Cites: 'cites',
	IsSupplementTo: 'is supplement to',
	IsRelatedTo: 'is related to',
	HasVersion: 'has the version',
	IsIdenticalTo: 'is the same work as',
};

function nameOf({ identifier, known }         )         {
	const title = known.Title === undefined ? '' : plainText(known.Title);
	return title || `${identifier.scheme}:${identifier.value}`;
}
