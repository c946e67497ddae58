// The fields of a form by which a question says what counts: a definition, and flags to leave out.
import type { ComponentChildren } from 'preact';
import type { OfferedDefinition } from '../../../src/http/pages/drawing.ts';
import { countText } from '../../../src/links/words.ts';
import type { Flag } from '../../../src/search/flags/flags.ts';
import { flagPhrase } from '../../../src/search/flags/left-out.ts';
import { flagNames } from '../address/parts.ts';
import { sitePath, thisSite } from '../site/site.ts';

type DefinitionProps = {
	chosen: string | undefined;
	/** Says why a definition cannot be chosen; undefined where it can. */
	whyNot(definition: OfferedDefinition): string | undefined;
	/** Follows the link to all definitions. */
	children?: ComponentChildren;
};

/** The definition by which every link counts, as without one. */
const everyLink = 'all';

/** Finds a definition; undefined if this site has none of this name. */
export function findDefinition(chosen: string | undefined): OfferedDefinition | undefined {
	return thisSite().definitions?.find(({ name }) => name === chosen);
}

/** Renders the choice of a definition. */
export function DefinitionChoice({ chosen, whyNot, children }: DefinitionProps) {
	const definitions = (thisSite().definitions ?? []).filter(({ name }) => name !== everyLink || name === chosen);
	const words = findDefinition(chosen)?.words;
	return (
		<div class="field">
			<label for="definition">Count citations as</label>
			<select id="definition" name="definition" value={chosen ?? ''} aria-describedby="definition-note">
				<option value="">every link</option>
				{definitions.map((definition) => {
					const why = whyNot(definition);
					return (
						<option key={definition.name} value={definition.name} disabled={why !== undefined}>
							{definition.name}
							{why !== undefined && ` (${why})`}
						</option>
					);
				})}
			</select>
			<p class="note" id="definition-note">
				{words !== undefined && `${words} `}
				<a href={sitePath('/definitions')} target="_self">
					All definitions
				</a>
				{children}
			</p>
		</div>
	);
}

type FlagProps = {
	/** Its flags are left out anyway. */
	definition: string | undefined;
	exclude: readonly Flag[] | undefined;
	/** Shown beside a flag, where there is one. */
	numberOf?(flag: Flag): number | undefined;
};

/** Renders a tick for each flag. */
export function FlagChoice({ definition, exclude = [], numberOf }: FlagProps) {
	const byDefinition = findDefinition(definition)?.exclude ?? [];
	return (
		<fieldset class="flags">
			<legend>Leave out links</legend>
			{flagNames.map((flag) => {
				const isFixed = byDefinition.includes(flag);
				const number = numberOf?.(flag);
				return (
					<label key={flag} class="choice">
						<input
							type="checkbox"
							name="exclude"
							value={flag}
							checked={isFixed || exclude.includes(flag)}
							disabled={isFixed}
						/>
						<span>{flagPhrase[flag]}</span> {number !== undefined && <span class="count">{countText(number)}</span>}
					</label>
				);
			})}
		</fieldset>
	);
}
