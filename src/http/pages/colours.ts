// The colours that all pages share, as the begin of a style sheet; what is drawn in them is not its
// business.
import { readFileSync } from 'node:fs';

/** The text of colours.css, to be put before the style sheet that uses it. */
export const sharedColours: string = readFileSync(new URL('colours.css', import.meta.url), 'utf8');
