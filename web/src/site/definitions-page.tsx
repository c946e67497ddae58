// The page of the definitions of a citation, and of the flags by which they count.
import type { StillContent } from '../../../src/http/pages/drawing.ts';
import { NamesTable } from '../reference/names-table.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from './site.ts';

type Shown = Extract<StillContent, { counting: unknown }>['counting'];

/** Renders the page. */
export function DefinitionsPage({ shown: { definitions, flags, groups } }: { shown: Shown }) {
	return (
		<main id="content">
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
			{definitions.map((one) => (
				<section key={one.name} id={`definition-${one.name}`} class="explained">
					<h3>
						<code>{one.name}</code>
					</h3>
					<p>{one.words}</p>
					<dl>
						<dt>Version</dt>
						<dd>
							{one.version}, since {one.since}
							{!one.built_in && '; of this site'}
						</dd>
						<dt>Relations</dt>
						<dd>{one.relations?.join(', ') ?? 'those that are asked for'}</dd>
						<dt>Works count</dt>
						<dd>{one.levels.map((level) => levelWords[level]).join(', or ')}</dd>
						<dt>Leaves out</dt>
						<dd>{one.exclude.length === 0 ? 'nothing' : one.exclude.map(linkToFlag)}</dd>
					</dl>
				</section>
			))}
			<h2>Flags</h2>
			<p>
				A link that is left out is counted under the first of its flags in this order. One of which a flag is not known
				counts.
			</p>
			<NamesTable
				label="Flags"
				heads={['Flag', 'Meaning', 'Not known if']}
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

const levelWords = { identity: 'each version by itself', version: 'with all their versions' };

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
