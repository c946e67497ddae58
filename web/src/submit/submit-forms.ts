// Looking at a table and submitting it: what is stored is what was looked at.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import type { OperatorClient } from '../../../clients/typescript/src/operator-client.ts';
import type { EventAccepted, EventPreview } from '../../../clients/typescript/src/schemas.ts';
import { sectionView, writeOperatorView } from '../address/operator-view.ts';
import { changing } from '../operator/operator-client.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { writtenBriefly } from '../posting/posted.ts';
import { FormRefusal, type PageForms } from '../posting/take-form.ts';
import { bytesOf, chosenTable, sealOf } from './chosen-table.ts';
import { roleGivenTwice, roleTitle } from './column-roles.ts';
import { type Reading, readingIn, submissionParameters } from './table-reading.ts';

/** What a look at a table came to. */
export type Looked = {
	name: string;
	/** What goes into the field for rows; undefined: what stands there; '': it is too large for it. */
	text: string | undefined;
	/** How the file was written that was chosen; undefined where rows were pasted. */
	encoding: string | undefined;
	reading: Reading;
	/** Whether the choice of columns is refused; the preview is then of those that were found. */
	isRefused: boolean;
	/** The roles of the columns as they were found, joined by commas. */
	found: string;
	/** Stands for the table and its reading. */
	seal: string;
	preview: EventPreview;
};

export const submitForms: PageForms = {
	look: { send: changing(look), shows: true },
	submitTable: {
		send: changing(submitTable),
		leadsTo: (answer) => writeOperatorView(sectionView('submit', { submitted: (answer as EventAccepted).event_id })),
	},
};

/** Text of a file comes back into the field for rows up to so many characters. */
const mostShownCharacters = 2_000_000;

async function look(operator: OperatorClient, fields: FormFields): Promise<Looked> {
	const table = await chosenTable(fields);
	const { name, text, encoding } = table;
	const reading = readingIn(fields, name);
	const { columns = [] } = reading;
	const lookAs = async (tried: Reading): Promise<Looked> => {
		const preview = await operator.previewFile(bytesOf(table), submissionParameters(tried));
		const isOfChoice = tried === reading;
		const isFound = !isOfChoice || reading.columns === undefined;
		const looked: Looked = {
			name,
			text: encoding === undefined ? undefined : text.length <= mostShownCharacters ? text : '',
			encoding,
			reading,
			isRefused: !isOfChoice,
			found: isFound ? (preview.table?.columns.map(({ role }) => role).join() ?? '') : fields.exact('found'),
			seal: sealOf(table, reading),
			preview,
		};
		return writtenBriefly(looked, ['text']);
	};
	try {
		const twice = roleGivenTwice(columns);
		if (twice !== undefined)
			throw new FormRefusal(`Several columns are chosen for “${roleTitle[twice]}”: keep only one.`);
		return await lookAs(reading);
	} catch (error) {
		if (error instanceof LinkBrokerError && error.code === 'body-too-large') {
			const message = 'The table is too large for one submission: split it, or load it with `link-broker events load`.';
			throw new FormRefusal(message, { status: 413 });
		}
		// A choice that is refused can be corrected.
		if (reading.columns === undefined) throw error;
		throw refusalOf(error, await lookAs({ ...reading, columns: undefined }));
	}
}

async function submitTable(operator: OperatorClient, fields: FormFields): Promise<EventAccepted> {
	const table = await chosenTable(fields);
	const reading = readingIn(fields, table.name);
	if (fields.exact('seen') !== sealOf(table, reading)) {
		const message = 'The table or its settings differ from the last preview. Check the new preview, then submit it.';
		throw new FormRefusal(message, { answer: await look(operator, fields) });
	}
	try {
		return await operator.submitFile(bytesOf(table), submissionParameters(reading));
	} catch (error) {
		throw refusalOf(error, await look(operator, fields));
	}
}

/** What was refused is shown with the table, which can be corrected or sent once more. */
function refusalOf(error: unknown, answer: Looked): unknown {
	if (error instanceof FormRefusal) return new FormRefusal(error.message, { answer });
	const { message, status } = error instanceof LinkBrokerError ? error : {};
	return status === undefined || message === undefined ? error : new FormRefusal(message, { answer, status });
}
