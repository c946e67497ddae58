// The values of parameters in the address of a work's page, for the page and the server.

/** Lists the views below the counts; `print` is the full list without controls. */
export const shownParts = ['list', 'graph', 'versions', 'export', 'print'] as const;

/** Lists the forms of the list; the first is the default. */
export const listForms = ['list', 'table'] as const;

/** Names the orders of the list; the first is the default. */
export const listOrders = {
	mostrecent: 'Newest link first',
	'-mostrecent': 'Oldest link first',
	published: 'Newest publication first',
	'-published': 'Oldest publication first',
	title: 'Title, A to Z',
	'-title': 'Title, Z to A',
	mostcited: 'Most cited first',
	'-mostcited': 'Least cited first',
} as const;
export type ListOrder = keyof typeof listOrders;

/** Lists the page sizes; the first is the default. */
export const pageSizes = [25, 50, 100] as const;

/** Lists which years are plotted: those of publication, or those in which links were reported. */
export const plotAxes = ['publication', 'link'] as const;

/** List the styles of badges, the languages of READMEs and the themes of boxes; the first is the default. */
export const badgeStyles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;
export const readmeLanguages = ['Markdown', 'reStructuredText', 'AsciiDoc', 'HTML'] as const;
export const boxThemes = ['auto', 'light', 'dark'] as const;

/** A height in pixels that a full box fits into from 400 px of width, also with some long titles. */
export const boxHeight = 560;
