// The way through a list that comes in pages.

import type { ComponentChildren } from 'preact';
import { countText } from '../../../src/links/words.ts';
import { type View, writeView } from '../address/address.ts';

/** What the ways are called. */
type Words = { first?: string; previous?: string; next?: string };

type Props = {
	label?: string;
	first?: View | undefined;
	previous?: View | undefined;
	next?: View | undefined;
	/** Says which part this is: `Page 2 of 5`. */
	place?: string | undefined;
	words?: Words;
	/** More links. */
	children?: ComponentChildren;
};

/** Renders links to those pages that there are; nothing where there is but one page. */
export function Pager({ label = 'Pages', first, previous, next, place, words = {}, children }: Props) {
	if (!first && !previous && !next) return null;
	return (
		<nav class="pager" aria-label={label}>
			{first && <a href={writeView(first)}>{words.first ?? 'First page'}</a>}
			{previous && (
				<a rel="prev" href={writeView(previous)}>
					{words.previous ?? 'Previous'}
				</a>
			)}
			{place && <span>{place}</span>}
			{next && (
				<a rel="next" href={writeView(next)}>
					{words.next ?? 'Next'}
				</a>
			)}
			{children}
		</nav>
	);
}

/** Says which page this is of how many. */
export function pagePlace(pageNumber: number, pages: number): string {
	return `Page ${countText(pageNumber)} of ${countText(pages)}`;
}
