// The view that explains how two identifiers are connected, as an address and back. Pure; no DOM.
import { sitePath } from '../site/site.ts';
import { queryOf } from './parts.ts';

/** Names two identifiers; a scheme that is left out is detected. */
export type ExplainView = {
	page: 'explain';
	id: string;
	scheme: string | undefined;
	other: string;
	otherScheme: string | undefined;
	/** The flag of the link between them whose evidence is shown. */
	flag: string | undefined;
};

type Named = { ID: string; IDScheme: string };

/** Writes the address of the page that explains how two identifiers are connected. */
export function explainPath(one: Named, other: Named): string {
	return writeExplainView({
		page: 'explain',
		id: one.ID,
		scheme: one.IDScheme,
		other: other.ID,
		otherScheme: other.IDScheme,
		flag: undefined,
	});
}

/** Reads the query of such an address. */
export function readExplainView(parameters: URLSearchParams): ExplainView {
	const textOf = (name: string) => parameters.get(name)?.trim() ?? '';
	return {
		page: 'explain',
		id: textOf('id'),
		scheme: textOf('scheme') || undefined,
		other: textOf('other'),
		otherScheme: textOf('other_scheme') || undefined,
		flag: textOf('flag') || undefined,
	};
}

/** Writes the address of such a page. */
export function writeExplainView({ id, scheme, other, otherScheme, flag }: ExplainView): string {
	const asked = { id: id || undefined, scheme, other: other || undefined, other_scheme: otherScheme, flag };
	return sitePath(`/explain${queryOf(asked)}`);
}
