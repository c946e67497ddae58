// Tests which titles of versions find a work with all its versions.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link } from '../../links/link.ts';
import type { IndexObject } from '../../ports/search/index-content.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { about, given, send } from '../graph.fixture.ts';
import { findObjects } from '../objects/find-objects.ts';
import { readWorksQuery } from '../objects/works-query.ts';
import { updateIndex } from './update-index.ts';

let fresh: TestRecords;
const store = createModelStore();
const index = openModelIndex(store);

beforeEach(async () => {
	fresh = await openTestRecords();
});
afterEach(() => fresh.close());

async function deliver(...links: Link[]): Promise<void> {
	await send(fresh.records, links);
	while (await updateIndex(fresh.records, index));
}

function titlesOfVersions(): readonly (readonly string[])[] {
	const objects = (store.generations.get(store.active)?.objects ?? []) as readonly IndexObject[];
	return objects.flatMap(({ level, versionTitles }) => (level === 'version' ? [versionTitles] : []));
}

const released = (name: string, Title: string, PublicationDate: string) => about(name, { Title, PublicationDate });

describe('a work with versions', () => {
	it('is found by the title of a release, which is named, and described by its head', async () => {
		await deliver(
			...given('all hasVersion one', 'all hasVersion two'),
			...[
				released('all', 'tidefit', '2012'),
				released('one', 'tidefit v1.0', '2012'),
				released('two', 'tidefit v2.0', '2014'),
			],
		);
		assert.deepEqual(titlesOfVersions(), [['tidefit v2.0', 'tidefit v1.0']]);
		const { works } = await findObjects(index, readWorksQuery({ q: 'tidefit v2.0' }));
		assert.deepEqual(
			works.map(({ document, version }) =>
				[document, version?.document].map((one) => JSON.parse(`{${one?.fields}}`).Title),
			),
			[['tidefit', 'tidefit v2.0']],
		);
		await deliver(released('one', 'tidefit', '2012'));
		assert.deepEqual(titlesOfVersions(), [['tidefit v2.0']]);
	});
});
