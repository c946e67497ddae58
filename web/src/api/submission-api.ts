// What is asked of the broker to try a table out and to submit it.
import type { EventAccepted, EventPreview } from '../../../clients/typescript/src/schemas.ts';
import { type Reading, submissionParameters } from '../../../src/http/pages/operator/submit/table-reading.ts';
import { queryOf } from '../address/parts.ts';
import { forgetAnswers } from './broker-api.ts';
import { sendFile } from './operator-api.ts';

/** Asks what a file would come to. Fails with RequestFailure. */
export async function askPreview(file: Blob, reading: Reading): Promise<EventPreview> {
	return (await sendFile(
		`/events${queryOf({ dry_run: '1', ...submissionParameters(reading) })}`,
		file,
	)) as EventPreview;
}

/** Submits a file and answers the event's id. Fails with RequestFailure. */
export async function submitFile(file: Blob, reading: Reading): Promise<string> {
	const answer = await sendFile(`/events${queryOf(submissionParameters(reading))}`, file);
	forgetAnswers();
	return (answer as EventAccepted).event_id;
}
