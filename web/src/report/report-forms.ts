// Handles the form of a report: leads to its address, or keeps a list too long for an address.
import { reportableOf } from '../../../src/http/pages/report/report-query.ts';
import { readList } from '../../../src/links/identifier-list.ts';
import type { View } from '../address/address.ts';
import { fitsAddress, type ReportView, readReportView, writeReportView } from '../address/report-view.ts';
import { FormRefusal, type PageForms } from '../posting/take-form.ts';

const mostBytes = 5_000_000;

/** Holds the form. */
export const reportForms: PageForms = {
	report: {
		async send(_, fields, view: View) {
			const file = fields.file('file');
			if (file && file.size > mostBytes)
				throw new FormRefusal('The file is larger than 5 MB. Choose a text file with identifiers.');
			const [prefix, provider, since] = ['prefix', 'provider', 'since'].map(fields.text) as [string, string, string];
			const counting = { definition: fields.text('definition'), exclude: fields.all('exclude').join() };
			const dated = readReportView(new URLSearchParams({ prefix, provider, since, ...counting }));
			const ids = readList(file ? await file.text() : fields.exact('ids'));
			if (file && ids.length === 0) throw new FormRefusal('The file contains no identifiers.');
			const asked = { ...dated, level: (view as ReportView).level, ids };
			const about = reportableOf(asked);
			if ('problem' in about) throw new FormRefusal(about.problem);
			return asked;
		},
		shows: (asked) => !fitsAddress(asked as ReportView),
		leadsTo: (asked) => writeReportView(asked as ReportView),
	},
};
