// What was filled into a form, whether a browser sent it or a script reads it.

/** The fields of a form. */
export type FormFields = {
	/** Reads a field without the blanks around it; empty where it is absent. */
	text(name: string): string;
	/** Reads a field as it is, such as a password. */
	exact(name: string): string;
	/** Reads all values of fields of one name: boxes that are ticked. */
	all(name: string): readonly string[];
	/** Reads a chosen file; undefined where none was chosen. */
	file(name: string): File | undefined;
};

/** Reads what a form holds. */
export function fieldsOf(data: FormData): FormFields {
	const all = (name: string) => data.getAll(name).filter((value) => typeof value === 'string');
	const exact = (name: string) => all(name)[0] ?? '';
	return {
		all,
		exact,
		text: (name) => exact(name).trim(),
		file(name) {
			const value = data.get(name);
			return value instanceof File && value.name !== '' ? value : undefined;
		},
	};
}

/** Lists what stays filled in where a page is drawn again: no passwords, no files. */
export function filledIn(data: FormData): Record<string, string[]> {
	const texts = [...data].filter((field): field is [string, string] => typeof field[1] === 'string');
	const kept = texts.filter(([name]) => !/password|csrf_token/.test(name));
	// One pass: a form may have very many fields.
	const byName = Map.groupBy(kept, ([name]) => name);
	return Object.fromEntries(byName.entries().map(([name, fields]) => [name, fields.map(([, value]) => value)]));
}
