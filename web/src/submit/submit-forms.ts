// The forms that preview and submit a table; only a previewed table is stored.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import type { OperatorClient } from '../../../clients/typescript/src/operator-client.ts';
import type { EventAccepted, EventPreview } from '../../../clients/typescript/src/schemas.ts';
import { sectionView, writeOperatorView } from '../address/operator-view.ts';
import { changing } from '../operator/operator-client.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { writtenBriefly } from '../posting/posted.ts';
import { FormRefusal, type PageForms } from '../posting/take-form.ts';
import { bytesOf, chosenTable, pastedRows, sealOf } from './chosen-table.ts';
import { roleGivenTwice, roleTitle } from './column-roles.ts';
import { type Reading, readingIn, submissionParameters } from './table-reading.ts';

/** The result of a preview. */
export type Previewed = {
	name: string;
	/** The text for the field of rows; undefined: unchanged; '': too large for the field. */
	text: string | undefined;
	/** The encoding of the chosen file; undefined for pasted rows. */
	encoding: string | undefined;
	furtherSheets: readonly string[];
	reading: Reading;
	/** Whether the chosen columns were refused; the preview then uses the detected ones. */
	isRefused: boolean;
	/** Whether it could be a table of one's own, whatever it was taken for. */
	mayBeTable: boolean;
	/** The detected roles of the columns, joined by commas. */
	found: string;
	/** The checksum of the table and its reading. */
	seal: string;
	preview: EventPreview;
};

export const submitForms: PageForms = {
	preview: { send: changing(previewTable), shows: true },
	submitTable: {
		send: changing(submitTable),
		leadsTo: (answer) => writeOperatorView(sectionView('submit', { submitted: (answer as EventAccepted).event_id })),
	},
};

/** A file with more characters is not shown in the field of rows. */
const mostShownCharacters = 2_000_000;

/** A first line with separators that begins no text in JSON, XML or BibTeX. */
const tableStart = /^\s*[^\s[{<@%][^\n]*[,;\t]/;

async function previewTable(operator: OperatorClient, fields: FormFields): Promise<Previewed> {
	const table = await chosenTable(fields);
	const { name, text, encoding, furtherSheets } = table;
	const reading = readingIn(fields, name);
	const { columns = [] } = reading;
	const previewAs = async (tried: Reading): Promise<Previewed> => {
		const preview = await operator.previewFile(bytesOf(table), submissionParameters(tried));
		const isOfChoice = tried === reading;
		const isFound = !isOfChoice || reading.columns === undefined;
		const previewed: Previewed = {
			name,
			text: encoding === undefined ? undefined : text.length <= mostShownCharacters ? text : '',
			encoding,
			furtherSheets,
			reading,
			isRefused: !isOfChoice,
			mayBeTable: tableStart.test(text),
			found: isFound ? (preview.table?.columns.map(({ role }) => role).join() ?? '') : fields.exact('found'),
			seal: sealOf(table, reading),
			preview,
		};
		return writtenBriefly(previewed, ['text']);
	};
	try {
		const twice = roleGivenTwice(columns);
		if (twice !== undefined)
			throw new FormRefusal(`Several columns are chosen for “${roleTitle(twice)}”: keep only one.`);
		return await previewAs(reading);
	} catch (error) {
		if (error instanceof LinkBrokerError && error.code === 'body-too-large') {
			const message = 'The table is too large for one submission: split it, or load it with `link-broker events load`.';
			throw new FormRefusal(message, { status: 413 });
		}
		// Show the table, so that the refused choice can be corrected.
		if (reading.columns === undefined) throw error;
		throw refusalOf(error, await previewAs({ ...reading, columns: undefined }));
	}
}

async function submitTable(operator: OperatorClient, fields: FormFields): Promise<EventAccepted> {
	const table = await chosenTable(fields);
	const reading = readingIn(fields, table.name);
	if (fields.exact('seen') !== sealOf(table, reading)) {
		const message = 'The table or its settings differ from the last preview. Check the new preview, then submit it.';
		throw new FormRefusal(message, { answer: await previewTable(operator, fields) });
	}
	try {
		const fileName = table.name === pastedRows ? undefined : table.name;
		return await operator.submitFile(bytesOf(table), { ...submissionParameters(reading), fileName });
	} catch (error) {
		throw refusalOf(error, await previewTable(operator, fields));
	}
}

/** Adds the preview to a refusal, so that the table can be corrected or sent again. */
function refusalOf(error: unknown, answer: Previewed): unknown {
	if (error instanceof FormRefusal) return new FormRefusal(error.message, { answer });
	const { message, status } = error instanceof LinkBrokerError ? error : {};
	return status === undefined || message === undefined ? error : new FormRefusal(message, { answer, status });
}
