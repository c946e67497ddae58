// The first page: the field, examples of what can be typed, and what will be seen; knows no answer.
import { objectPath } from '../address/object-view.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { SearchField } from '../shell/search-field.tsx';

/** Works that the links of corner.py name, which come with the broker. */
const examples = [
	{ kind: 'DOI', text: '10.5281/zenodo.11020', scheme: 'doi', id: '10.5281/zenodo.11020' },
	{ kind: 'Address', text: 'https://doi.org/10.21105/joss.00024', scheme: 'doi', id: '10.21105/joss.00024' },
	{ kind: 'ADS bibcode', text: '2017ascl.soft02002F', scheme: 'ads', id: '2017ascl.soft02002F' },
	{ kind: 'ADS bibcode', text: '2017MNRAS.472.4144V', scheme: 'ads', id: '2017MNRAS.472.4144V' },
];

const offers = [
	{ title: 'All names of a work', text: 'Its identifiers and versions are found together, whichever one you paste.' },
	{ title: 'Every link, with its source', text: 'Who reported it and when; by year, by kind of work, and by version.' },
	{
		title: 'Yours to take away',
		text: 'As a link, a picture, a table, a list of references, a badge or a call of the interface.',
	},
];

/** Renders the first page. */
export function HomePage() {
	return (
		<main id="content" class="home">
			<PageHeading title="Link Broker">Who cites, uses or supplements a work?</PageHeading>
			<p class="lead">
				Paste any identifier of a paper, a piece of software or a data set – a DOI, an arXiv number, a repository
				address – or type words of its title and the names of who made it.
			</p>
			<SearchField />
			<section aria-labelledby="examples">
				<h2 id="examples">For example</h2>
				<ul class="examples">
					{examples.map(({ kind, text, scheme, id }) => (
						<li key={text}>
							<a href={objectPath(scheme, id)}>
								<span class="kind">{kind}</span>
								<span class="identifier">{text}</span>
							</a>
						</li>
					))}
				</ul>
			</section>
			<section aria-labelledby="offers">
				<h2 id="offers" class="visually-hidden">
					What you will see
				</h2>
				<dl class="offers">
					{offers.map(({ title, text }) => (
						<div key={title}>
							<dt>{title}</dt>
							<dd>{text}</dd>
						</div>
					))}
				</dl>
			</section>
		</main>
	);
}
