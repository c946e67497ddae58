// The table template for links, as a download.
import { template, templateName } from '../../formats/dialects/column-roles.ts';
import type { Page } from '../answers/page.ts';
import { fileAnswer, staticFile } from '../server/static-files.ts';

/** Creates the page. */
export function createTableTemplate(): Page {
	const file = staticFile(templateName, template);
	const headers = {
		'Content-Disposition': `attachment; filename="${templateName}"`,
		'Cache-Control': 'public, max-age=86400',
		'Access-Control-Allow-Origin': '*',
	};
	return { paths: [`/${templateName}`], handle: (context) => fileAnswer(context, file, headers) };
}
