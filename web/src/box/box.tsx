// The box about a work for other web pages: the number of linked works, a plot by year, and the
// latest of them.
import type { ComponentChildren } from 'preact';
import type { BoxContent, BoxObject, Problem } from '../../../src/http/pages/drawing.ts';
import { identifierUrl } from '../../../src/identifiers/index.ts';
import {
	countText,
	mainIdentifier,
	namesText,
	relationTitle,
	shortText,
	titleOf,
	typeTitle,
} from '../../../src/links/words.ts';
import { objectPath, objectView, writeObjectView } from '../address/object-view.ts';
import { tryAgainText } from '../asking/failure.ts';
import { readType } from '../relations.ts';
import { thisSite } from '../site/site.ts';
import { binTitle, yearBins } from '../year-bins.ts';

// Together they keep the box below its promised size for any work (see the test).
const longestTitle = 160;
const longestAbout = 100;
const longestAddress = 500;

/** Renders the box. */
export function Box({ content }: { content: BoxContent }) {
	const { asked, title, relation, groupBy, definition, source, versions, total, latest, years } = content;
	const { ID, IDScheme } = asked;
	if (!source || total === 0) {
		return (
			<main>
				<h1 dir="auto">
					<Linked href={source && objectPath(IDScheme, ID)}>{title}</Linked>
				</h1>
				<p class="count">{nothingKnown(content)}</p>
			</main>
		);
	}
	const works = total === 1 ? 'work' : 'works';
	const view = writeObjectView(objectView(IDScheme, ID, { relation, groupBy }));
	return (
		<main>
			<h1 dir="auto">
				<Linked href={objectPath(IDScheme, ID)}>{title}</Linked>
			</h1>
			<p class="count">
				{relationTitle[relation]} <strong>{countText(total)}</strong> {works}
				{versions > 1 && <span class="muted"> over its {countText(versions)} versions</span>}
				{definition && <span class="muted"> by the definition “{definition}”</span>}
			</p>
			{years.length > 0 && <YearBars years={years} />}
			<h2>Latest</h2>
			<ol>
				{latest.map((work) => (
					<Latest key={mainIdentifier(work.Identifiers).ID} work={work} />
				))}
			</ol>
			<p class="all">
				<Linked href={view}>
					{total === 1 || definition ? 'More about this work' : `All ${countText(total)} ${works}`}
				</Linked>{' '}
				<span class="muted">at {thisSite().name}</span>
			</p>
		</main>
	);
}

/** Renders the box of a problem. */
export function ProblemBox({ problem, seconds }: { problem: Problem; seconds: string | undefined }) {
	const { title, detail } = problem;
	return (
		<main>
			<h1>{title}</h1>
			<p class="count">{shortText(detail, 500)}</p>
			{seconds && <p class="muted">{tryAgainText(Number(seconds))}</p>}
		</main>
	);
}

function nothingKnown({ asked, fits, relation }: BoxContent): string {
	if (!fits) return `This is not an identifier of the scheme ${shortText(asked.IDScheme, 64)}.`;
	return relation === 'isCitedBy' ? 'No citations are known yet.' : 'No such links are known yet.';
}

/** Renders a linked work with its web address, or that of its page here. */
function Latest({ work }: { work: BoxObject }) {
	const { Container, Creator, CreatorTotal, PublicationDate } = work;
	const type = readType(work.Type.Name);
	const about = [
		shortText(namesText(Creator, { shown: 2, total: CreatorTotal }), longestAbout),
		Container?.Title && shortText(Container.Title, longestAbout),
		PublicationDate?.slice(0, 4),
		type === 'literature' || type === 'unknown' ? undefined : typeTitle[type],
	].filter(Boolean);
	const { ID, IDScheme } = mainIdentifier(work.Identifiers);
	return (
		<li dir="auto">
			<Linked href={identifierUrl({ scheme: IDScheme, value: ID }) ?? objectPath(IDScheme, ID)}>
				{shortText(titleOf(work), longestTitle)}
			</Linked>
			{about.length > 0 && <span class="about">{about.join(' · ')}</span>}
		</li>
	);
}

/** Renders a link that opens in a new tab; only its text if the address is too long. */
function Linked({ href, children }: { href: string | undefined; children: ComponentChildren }) {
	if (href === undefined || href.length > longestAddress) return <>{children}</>;
	return (
		<a href={href} target="_blank" rel="noopener">
			{children}
		</a>
	);
}

const mostBars = 24;
const height = 100;

/** Renders the works of each year, or of several, as a bar, with the same in words. */
function YearBars({ years }: Pick<BoxContent, 'years'>) {
	const bins = yearBins(new Map([['unknown', years]]), mostBars);
	const most = bins.reduce((most, { total }) => Math.max(most, total), 1);
	const counted = bins.filter(({ total }) => total > 0);
	const words = counted.map((bin) => `${binTitle(bin)}: ${countText(bin.total)}`).join(', ');
	const [first, last] = [bins[0], bins.at(-1)];
	return (
		<figure>
			<svg
				viewBox={`0 0 ${bins.length * 10} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={`Works by year of publication. ${words}`}
			>
				{bins.map(({ from, total }, place) => {
					// Even the smallest count is visible.
					const tall = total === 0 ? 0 : Math.max(4, Math.round((total / most) * height));
					return <rect key={from} x={place * 10 + 1} y={height - tall} width="8" height={tall} />;
				})}
			</svg>
			<figcaption>
				<span>{first && binTitle(first)}</span>
				<span>by year of publication</span>
				{last && last !== first && <span>{binTitle(last)}</span>}
			</figcaption>
		</figure>
	);
}
