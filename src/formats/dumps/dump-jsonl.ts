// Writes a dump as Scholix links, one a line, that make the same graph where another broker loads
// them.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import { shownIdentifier } from '../scholix/writing/object-document.ts';
import { writeAssertion } from '../scholix/writing/write-link.ts';
import { type DumpedAssertion, type DumpedEntry, type DumpWriter, textWriter } from './dump-writer.ts';

/** The provider of a description that a dump gives as a link of a work to itself. */
const describer = 'Link Broker';

/**
 * Writes one line for each assertion, between the two identifiers that it names, and, where
 * something is known of a work, a link of the work to itself that holds it: such a link makes no
 * relationship. `date` (a day) is what these lines are dated with.
 */
export function createJsonLinesWriter(date: string): DumpWriter {
	return textWriter('links.jsonl', '', function* ({ work, links, within }: DumpedEntry) {
		if (Object.keys(work.description).length > 0) {
			for (const identifier of describedAs(work.identifiers, within)) {
				const source = writeEnd(identifier, work.description);
				const provenance = { provider: describer, date };
				const target = writeEnd(identifier, {});
				yield `${writeAssertion({ source, relation: 'IsRelatedTo', target, provenance })}\n`;
			}
		}
		for (const assertion of within) yield writeLine(assertion);
		for (const { assertions } of links) for (const assertion of assertions) yield writeLine(assertion);
	});
}

/**
 * Chooses the identifiers under which a work is described: the first one, or those that no assertion joins
 * to it, since they are known by nothing else where a rule of their schemes does.
 */
function describedAs(identifiers: readonly Identifier[], within: readonly DumpedAssertion[]): readonly Identifier[] {
	if (identifiers.length === 1) return identifiers;
	const joined = new Set(
		within
			.filter(({ relation }) => relation === 'IsIdenticalTo')
			.flatMap(({ source, target }) => [nameOf(source), nameOf(target)]),
	);
	const others = identifiers.filter((identifier) => !joined.has(nameOf(identifier)));
	return others.length > 0 ? others : identifiers.slice(0, 1);
}

function nameOf({ scheme, key }: Identifier): string {
	return `${scheme}\0${key}`;
}

function writeLine({ source, relation, target, provenance }: DumpedAssertion): string {
	const link = { source: writeEnd(source, {}), relation, target: writeEnd(target, {}), provenance };
	return `${writeAssertion(link)}\n`;
}

/** Writes an object with all that is known of it, as it was given. */
function writeEnd(identifier: Identifier, { Type, Kind, ...others }: Description): string {
	const type = Type ?? { Name: 'unknown', ...Kind };
	return JSON.stringify({ Identifier: [shownIdentifier(identifier)], ...others, Type: type });
}
