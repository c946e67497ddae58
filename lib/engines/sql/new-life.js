// Makes records that were restored go on as others than those they are a copy of. It knows no file.
                                                        
import { addAuditEntries } from './audit.js';
                                             

/**
 * Ends what must not live again, in the transaction: sessions that were ended since, and the name
 * of the log of changes, whose next numbers may have told readers something else before. The audit
 * tells of it.
 */
export async function beginNewLife(
	sql     ,
	act     ,
	{ file, logId }                                 ,
)                {
	await sql.run('delete from account_session');
	await sql.run('update change_log set log_id = ?1', [logId]);
	await addAuditEntries(sql, [{ ...act, action: 'backup.restored', subject: null, detail: { file } }]);
}
