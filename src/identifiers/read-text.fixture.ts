// Lists the schemes that a text is read as, for tests of the readers.
import { readText } from './read-identifier.ts';

/**
 * Names the schemes that a text may be of, the most specific first, each once; none for a text that
 * holds no identifier, or several.
 */
export function detectSchemes(text: string): string[] {
	const reading = readText(text);
	return reading.kind === 'one' ? reading.candidates.map(({ scheme }) => scheme) : [];
}
