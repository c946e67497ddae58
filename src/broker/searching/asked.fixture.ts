// An index in memory that knows some works by their identifiers alone, for tests of what a search
// is understood to ask about.
import assert from 'node:assert/strict';
import { BrokerError, type ErrorCode } from '../../errors.ts';
import { type Identifier, readIdentifier } from '../../identifiers/index.ts';
import type { IndexObject } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { readRelationshipQuery } from './relationship-query.ts';
import { type RelationshipAnswer, searchRelationships } from './search-relationships.ts';

/** A work by its identifiers, each as `scheme:value`. */
export type KnownWork = readonly string[];

/** Reads an identifier that is written with its scheme before it. */
export function named(text: string): Identifier {
	const colon = text.indexOf(':');
	return readIdentifier(text.slice(colon + 1), text.slice(0, colon));
}

/**
 * Asks an index that knows these works. It is asked once more with what it finds reversed: the
 * answer may not depend on the order in which an engine finds identifiers.
 */
export async function ask(
	works: readonly KnownWork[],
	parameters: Readonly<Record<string, string>>,
): Promise<RelationshipAnswer> {
	const index = openModelIndex(createModelStore());
	await put(index, { objects: works.map(objectOf) });
	const reversed: SearchIndex = {
		...index,
		locate: async (wanted) => (await index.locate(wanted)).reverse(),
		locateKeys: async (keys) => (await index.locateKeys(keys)).reverse(),
	};
	const query = readRelationshipQuery(parameters);
	const [answer, again] = await Promise.allSettled(
		[index, reversed].map((of) => searchRelationships({ index: of, definitions: [] }, query, { facets: false })),
	);
	assert.deepEqual(again, answer);
	assert.ok(answer);
	if (answer.status === 'rejected') throw answer.reason;
	return answer.value;
}

/** Asks in vain: answers the failure, which has this code. */
export async function refused(
	works: readonly KnownWork[],
	parameters: Readonly<Record<string, string>>,
	code: ErrorCode,
): Promise<BrokerError> {
	const failure = await ask(works, parameters).catch((error: unknown) => error);
	assert.ok(failure instanceof BrokerError, 'it is answered');
	assert.equal(failure.code, code);
	return failure;
}

function objectOf(identifiers: KnownWork, at: number): IndexObject {
	const read = identifiers.map(named);
	const wire = read.map(({ value, scheme }) => ({ ID: value, IDScheme: scheme }));
	const object = work(String.fromCharCode(65 + at));
	return {
		...object,
		identifiers: read.map(({ scheme, key }) => ({ scheme, key })),
		document: { ...object.document, identifiers: JSON.stringify(wire) },
	};
}
