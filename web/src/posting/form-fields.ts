// Reads the fields of a form, sent by a browser or read by the script.

/** The fields of a form. */
export type FormFields = {
	/** Reads a field without surrounding blanks; '' if it is absent. */
	text(name: string): string;
	/** Reads a field unchanged, such as a password. */
	exact(name: string): string;
	/** Reads all values of a name, such as checked boxes. */
	all(name: string): readonly string[];
	/** Reads a chosen file; undefined if none was chosen. */
	file(name: string): File | undefined;
};

/** Returns the fields of a form. */
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

/** Lists the values that a page drawn again keeps: no passwords, no tokens, no files. */
export function filledIn(data: FormData): Record<string, string[]> {
	const texts = [...data].filter((field): field is [string, string] => typeof field[1] === 'string');
	const kept = texts.filter(([name]) => !/password|token/.test(name));
	// One pass: a form may have very many fields.
	const byName = Map.groupBy(kept, ([name]) => name);
	return Object.fromEntries(byName.entries().map(([name, fields]) => [name, fields.map(([, value]) => value)]));
}
