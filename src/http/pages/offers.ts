// What a reader will see of a work, as the first page says it; knows no work.

/**
 * Lists what is offered, each with a sentence; the explorer and the page without it say the same.
 */
export const offers: readonly { title: string; text: string }[] = [
	{ title: 'All names of a work', text: 'Its identifiers and versions are found together, whichever one you paste.' },
	{ title: 'Every link, with its source', text: 'Who reported it and when; by year, by kind of work, and by version.' },
	{
		title: 'Yours to take away',
		text: 'As a link, a picture, a table, a list of references, a badge or a call of the interface.',
	},
];
