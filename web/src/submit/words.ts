// What the broker says of a table in words of the command line, as it reads on this page; knows no
// table.

/** Says what a row or a whole table is left out for. */
export function inPageWords(text: string): string {
	return text
		.replaceAll(
			'a row without a source; tell it with --source',
			'a row without a source: choose its column, or go back and name the work that all start from',
		)
		.replace(
			': send fewer records at once, or load them with `link-broker events load`',
			': divide it, or load it with the command below',
		);
}
