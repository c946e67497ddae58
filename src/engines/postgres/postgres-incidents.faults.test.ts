// Tests records on a PostgreSQL that refuses to write, because its disk is full or it is read-only.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { openTestPostgresRecords, skipPostgres } from './postgres.fixture.ts';

describe('records on a PostgreSQL that refuses to write', { skip: skipPostgres }, () => {
	let opened: Awaited<ReturnType<typeof openTestPostgresRecords>>;
	beforeEach(async () => {
		opened = await openTestPostgresRecords();
	});
	afterEach(() => opened.close());

	/**
	 * Makes the server refuse to write with a code of PostgreSQL's appendix A; returns a function
	 * that ends this.
	 */
	async function refuseWith(code: string): Promise<() => Promise<void>> {
		const { name } = opened.schema;
		const refusing = `${name}.refuse()`;
		await opened.schema.query(
			`create function ${refusing} returns trigger language plpgsql as
			 $$ begin raise exception 'refused by the test' using errcode = '${code}'; end $$`,
		);
		for (const table of ['link_event', 'index_state']) {
			await opened.schema.query(
				`create trigger refuse before insert or update on ${name}.${table} execute function ${refusing}`,
			);
		}
		return async () => {
			await opened.schema.query(`drop function ${refusing} cascade`);
		};
	}

	for (const [code, failure, what] of [
		['53100', 'insufficient-storage', 'its disk is full'],
		['25006', 'unavailable', 'it only reads'],
	] as const) {
		it(`since ${what}, report it until it is over, and continue by themselves`, async () => {
			const { records } = opened;
			assert.equal(await records.incident(), null);
			const callOff = await refuseWith(code);
			await assert.rejects(records.accept([newEvent()]), { code: failure });
			for (let time = 0; time < 3; time++) {
				assert.equal((await records.incident())?.failure.code, failure);
				await pause(1_050);
			}
			await callOff();
			for (let time = 0; time < 100 && (await records.incident()) !== null; time++) await pause(50);
			assert.equal(await records.incident(), null);
			assert.equal((await records.accept([newEvent()])).length, 1);
			assert.equal((await records.events({ limit: 10 })).length, 1);
		});
	}
});
