// The links between the pages of a list.

import type { ComponentChildren } from 'preact';
import { countText } from '../../../src/links/words.ts';
import { type View, writeView } from '../address/address.ts';

/** The texts of the links. */
type Words = { first?: string; previous?: string; next?: string };

type Props = {
	label?: string;
	first?: View | undefined;
	previous?: View | undefined;
	next?: View | undefined;
	/** Names the current part: `Page 2 of 5`. */
	place?: string | undefined;
	words?: Words;
	/** Further links. */
	children?: ComponentChildren;
};

/** Renders links to the other pages; nothing if there is only one. */
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

/** Writes the number of a page: `Page 2 of 5`. */
export function pagePlace(pageNumber: number, pages: number): string {
	return `Page ${countText(pageNumber)} of ${countText(pages)}`;
}
