// The page of a work's citations by every definition, side by side.
import type { ComparedContent } from '../../../src/http/pages/drawing.ts';
import { countText } from '../../../src/links/words.ts';
import { explainCount } from '../../../src/search/flags/left-out.ts';
import { objectPath } from '../address/object-view.ts';
import { queryOf } from '../address/parts.ts';
import { NamesTable } from '../reference/names-table.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from './site.ts';

type Compared = ComparedContent['counts'][number];

/** Renders the page. */
export function ComparedPage({ work: { number, title, asked, counts } }: { work: ComparedContent }) {
	const path = objectPath(asked.IDScheme, asked.ID);
	return (
		<main id="content" class="definitions">
			<PageHeading
				title="Citations by every definition"
				description={`The citations of ${title}, by every definition of a citation.`}
				canonical={sitePath(`/objects/${number}/definitions`)}
				listed={false}
			/>
			<p>
				of <a href={path}>{title}</a>
			</p>
			<p>
				The links that this site has, counted by each <a href={sitePath('/definitions')}>definition of a citation</a>.
				Each number leads to its links. A work that cites several versions counts once for all versions together.
			</p>
			{levels.map(([level, heading]) => (
				<Level key={level} heading={heading} path={path} counts={counts.filter(({ groupBy }) => groupBy === level)} />
			))}
		</main>
	);
}

const levels = [
	['version', 'All versions together'],
	['identity', 'This version'],
] as const;

function Level({ heading, path, counts }: { heading: string; path: string; counts: readonly Compared[] }) {
	if (counts.length === 0) return null;
	return (
		<>
			<h2>{heading}</h2>
			<NamesTable
				label={heading}
				heads={['Definition', 'Citations', 'What counts']}
				rows={counts.map((count) => [
					<a key="name" href={sitePath(`/definitions#definition-${count.definition.name}`)}>
						<code>{count.definition.name}</code>
					</a>,
					<a key="total" href={path + queryOf(count.total.asked)}>
						{countText(count.total.items)}
					</a>,
					<>
						{explainCount(count).map((part) => {
							if (typeof part === 'string') return part;
							const text = countText(part.items);
							return 'asked' in part ? <a href={path + queryOf(part.asked)}>{text}</a> : text;
						})}
						<div class="note">{count.definition.words}</div>
					</>,
				])}
			/>
		</>
	);
}
