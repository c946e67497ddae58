// What the address of a work's page can choose from, as the page and the server read it; also how a
// badge and the box look.

/** Lists what the page shows below the counts; `print` is the whole list and nothing to press. */
export const shownParts = ['list', 'graph', 'versions', 'export', 'print'] as const;

/** Lists the page sizes on offer; the first is taken where the address has none of them. */
export const pageSizes = [25, 50, 100] as const;

/** Lists which years are plotted: those of publication, or those in which links were reported. */
export const plotAxes = ['publication', 'link'] as const;

/** Lists the styles of badges, the languages of READMEs and the colours of boxes; the first is usual. */
export const badgeStyles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;
export const readmeLanguages = ['Markdown', 'reStructuredText', 'AsciiDoc', 'HTML'] as const;
export const boxThemes = ['auto', 'light', 'dark'] as const;
