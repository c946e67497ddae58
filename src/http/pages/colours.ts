// The colours that all pages share, as the beginning of a style sheet.
import { readFileSync } from 'node:fs';

/** The text of colours.css, to put before the style sheet that uses it. */
export const sharedColours: string = readFileSync(new URL('colours.css', import.meta.url), 'utf8');
