// Makes records that were restored go on as others than those they are a copy of. It knows no file.
import type { Act } from '../audit.ts';
import type { Sql } from '../sql-database.ts';
import { addAuditEntries } from './audit.ts';

/**
 * Ends what must not live again, in the transaction: sessions that were ended since, and the name
 * of the log of changes, whose next numbers may have told readers something else before. The audit
 * tells of it.
 */
export async function beginNewLife(
	sql: Sql,
	act: Act,
	{ file, logId }: { file: string; logId: string },
): Promise<void> {
	await sql.run('delete from account_session');
	await sql.run('update change_log set log_id = ?1', [logId]);
	await addAuditEntries(sql, [{ ...act, action: 'backup.restored', subject: null, detail: { file } }]);
}
