// The page of the definitions of a citation, and of the flags by which they count.
import type { StillContent } from '../../../src/http/pages/drawing.ts';
import { NamesTable } from '../reference/names-table.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from './site.ts';

type Shown = Extract<StillContent, { counting: unknown }>['counting'];

/** Renders the page. */
export function DefinitionsPage({ shown: { definitions, flags, groups } }: { shown: Shown }) {
	return (
		<main id="content" class="definitions">
			<PageHeading
				title="What counts as a citation"
				description="The definitions by which citations can be counted here, and the flags that links may have."
				canonical={sitePath('/definitions')}
			/>
			<p>
				Without a definition, all links count. A definition leaves links out by their flags. Answers say how many: what
				counts and what is left out add up to the number without a definition.
			</p>
			<h2>Definitions</h2>
			<NamesTable
				label="Definitions"
				heads={['Definition', 'What counts', 'Relations', 'Counts a work', 'Leaves out', 'Version']}
				rows={definitions.map((one) => [
					<code id={`definition-${one.name}`} key={one.name}>
						{one.name}
					</code>,
					`${one.words}${one.built_in ? '' : ' A definition of this site.'}`,
					one.relations?.join(', ') ?? 'those that are asked for',
					one.levels.map((level) => levelWords[level]).join(', or '),
					one.exclude.length === 0 ? 'nothing' : one.exclude.map(linkToFlag),
					`${one.version}, since ${one.since}`,
				])}
			/>
			<h2>Flags</h2>
			<p>
				A link that is left out is counted under the first of its flags in this order. A link counts if it is not known
				whether it has the flag.
			</p>
			<NamesTable
				label="Flags"
				heads={['Flag', 'Meaning', 'Unknown if']}
				rows={flags.map(({ name, words, unknown_if }) => [
					<code id={`flag-${name}`} key={name}>
						{name}
					</code>,
					words,
					unknown_if ?? 'always known',
				])}
			/>
			<h2>Names of several flags</h2>
			<NamesTable
				label="Names of several flags"
				heads={['Name', 'Flags']}
				rows={Object.entries(groups).map(([name, those]) => [<code key={name}>{name}</code>, those.map(linkToFlag)])}
			/>
		</main>
	);
}

const levelWords = { identity: 'each version by itself', version: 'with all its versions' };

function linkToFlag(name: string, at: number) {
	return (
		<>
			{at > 0 && ', '}
			<a href={`#flag-${name}`}>
				<code>{name}</code>
			</a>
		</>
	);
}
