// The forms of the pages for operators, by the page that they are on.
import type { View } from '../address/address.ts';
import type { PageForms } from '../posting/take-form.ts';

/** Lists the forms of a page. */
export function formsOf(_view: View): PageForms {
	return {};
}
