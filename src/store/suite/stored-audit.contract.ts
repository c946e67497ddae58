// Suite of the records: what the database itself ensures: nothing changes or removes an entry of
// the audit.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openAudit } from '../audit.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { act } from './audit.fixture.ts';

/** Tests the audit; `open` returns an empty database, `skip` is the reason where there is none. */
export function describeAuditRemains(
	name: string,
	open: () => Promise<{ database: SqlDatabase; close(): Promise<void> }>,
	options: { skip?: string | false } = {},
): void {
	describe(`The audit on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: Awaited<ReturnType<typeof open>>;
		before(async () => {
			opened = await open();
			await openAudit(opened.database).audit([{ ...act, action: 'role.created', subject: 'reader' }]);
		});
		after(() => opened.close());

		for (const statement of [
			"update audit_entry set who = 'nobody'",
			'update audit_entry set at = 0',
			'delete from audit_entry',
		]) {
			it(`refuses: ${statement}`, async () => {
				const entries = () => openAudit(opened.database).auditEntries({ limit: 10 });
				const before = await entries();
				await assert.rejects(
					opened.database.write((sql) => sql.run(statement)),
					/entries of the audit are never/,
				);
				assert.deepEqual(await entries(), before);
			});
		}
	});
}
