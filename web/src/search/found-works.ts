// The question for the works of a search.
import type { FoundWorksPage } from '../../../clients/typescript/src/link-broker.ts';
import { writeYears } from '../address/parts.ts';
import { type SearchView, worksPerPage } from '../address/search-view.ts';
import { type Question, question } from '../asking/answers.ts';

/** Asks for the works of a view; all works if it has no words and filters. */
export function foundWorks({ q, type, years, groupBy, sort, cursor }: SearchView): Question<FoundWorksPage> {
	const isOpen = q === '' && type === undefined && years === undefined;
	const asked = {
		q: isOpen ? '*' : q || undefined,
		type,
		publicationYear: writeYears(years),
		groupBy,
		sort: sort === 'relevance' ? undefined : sort,
		size: worksPerPage,
		cursor,
	};
	return question('works', asked, ({ broker }, query) => broker.findObjectsPage(query));
}
