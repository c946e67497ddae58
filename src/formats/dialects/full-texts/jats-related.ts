// Reads what an article in JATS says of another: that it corrects, retracts, reviews or translates it.
import { type Noticing, noticing } from '../../../links/notices.ts';
import { identifiersOfWork } from '../bibliographies/listed-works.ts';
import type { GivenLink, XmlElement } from '../dialect.ts';
import { descendants } from '../syntaxes/xml-elements.ts';
import { linkedBy, numbersIn } from './jats-references.ts';

/**
 * Reads `<related-article related-article-type="retracted-article" ext-link-type="doi" href="…">` in
 * an article of a type.
 */
export function readRelated(element: XmlElement, articleType: string | undefined): GivenLink[] {
	const { href, 'related-article-type': kind = '' } = element.attributes;
	const identifiers = identifiersOfWork([
		...(href === undefined ? [] : linkedBy(element)),
		...numbersIn(descendants(element, 'pub-id')),
	]);
	if (identifiers.length === 0) return [];
	const target = { identifiers, type: 'literature' };
	const folded = kind.toLowerCase();
	const relation = relations.get(folded);
	if (relation !== undefined) return [{ relation, target }];
	const word = words.get(folded) ?? folded.replace(/-(?:article|forward)$/, '').replaceAll('-', '_');
	return [{ relation: 'IsRelatedTo', subType: word, notice: noticeBetween(folded, articleType), target }];
}

/**
 * The type says what the other article is: the notice, unless this one is. A notice that retracts only
 * parts may call the other article retracted.
 */
function noticeBetween(kind: string, articleType: string | undefined): Noticing | undefined {
	const stated = noticing(kind);
	const own = noticing(articleType);
	const isOfOther = /article$|^object/.test(kind) || (own !== undefined && !kind.endsWith('forward'));
	if (stated === undefined || !isOfOther) return stated && { ...stated, of: 'source' };
	return { kind: stated.kind === 'retraction' && own ? own.kind : stated.kind, of: 'target' };
}

/** Types that say a relation. */
const relations: ReadonlyMap<string, string> = new Map([
	['preprint', 'IsNewVersionOf'],
	['updated-article', 'IsNewVersionOf'],
	['peer-reviewed-article', 'Reviews'],
	['reviewed-article', 'Reviews'],
	['peer-review', 'IsReviewedBy'],
	['translated-article', 'IsTranslationOf'],
	['translation', 'HasTranslation'],
]);

/** Types for which registries have another word; a notice and its article have the same. */
const words: ReadonlyMap<string, string> = new Map([
	['retracted-article', 'retraction'],
	['retraction-forward', 'retraction'],
	['corrected-article', 'correction'],
	['correction-forward', 'correction'],
	['object-of-concern', 'expression_of_concern'],
	['addended-article', 'addendum'],
	['commentary-article', 'commentary'],
]);
