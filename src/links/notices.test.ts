// Says which words of links make a notice of one of their works.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noticing } from './notices.ts';

const of = (words: readonly string[]) => words.map((word) => Object.values(noticing(word) ?? {}).join(' of '));
const all = (words: readonly string[], stated: string) =>
	assert.deepEqual(
		of(words),
		words.map(() => stated),
	);

describe('the word of a link', () => {
	it('says that the source retracts, corrects or doubts the target', () => {
		const retractions = [
			'Retracts',
			'retraction',
			'IsRetractionOf',
			'retraction of',
			'withdrawal',
			'removal',
			'Withdraws',
		];
		all([...retractions, 'retracted-article', 'RetractedandRepublishedFrom'], 'retraction of target');
		const corrections = ['corrects', 'correction', 'Erratum for', 'is_erratum_for', 'corrigendum', 'IsCorrectionTo'];
		all([...corrections, 'corrected-article', 'ErratumFor', 'CorrectedandRepublishedFrom'], 'correction of target');
		all(['expression_of_concern', 'ExpressionOfConcernFor', 'object-of-concern'], 'concern of target');
	});

	it('says it from the other end', () => {
		const retractions = ['IsRetractedBy', 'retracted_by', 'RetractionIn', 'Retraction in', 'retraction-forward'];
		all([...retractions, 'hasRetraction', 'is-withdrawn-by', 'RetractedandRepublishedIn'], 'retraction of source');
		all(['isCorrectedBy', 'ErratumIn', 'correction-forward', 'hasCorrigendum'], 'correction of source');
		all(['ExpressionOfConcernIn', 'HasExpressionOfConcern'], 'concern of source');
	});

	it('may be the address of a word', () => {
		all(
			['http://purl.org/spar/cito/retracts', 'cito:retracts', 'https://example.org/words#Retracts'],
			'retraction of target',
		);
		all(['http://purl.org/spar/cito/isCorrectedBy'], 'correction of source');
	});

	it('corrects a work of which parts are retracted', () => {
		all(['partial_retraction', 'PartialRetractionOf'], 'correction of target');
		all(['PartialRetractionIn'], 'correction of source');
	});

	it('says nothing of the kind where it is another one, or may be stated of either end', () => {
		const others = ['Obsoletes', 'new_version', 'addendum', 'clarification', 'reinstatement', 'CommentIn', 'Reviews'];
		others.push('IsRemovedFrom', 'withdrawsFrom', 'hasRetractedArticle', 'Retraction of comment');
		all([...others, 'retracted', 'is_withdrawn', 'corrected', 'concerns', 'correctional', '', 'x'.repeat(9_999)], '');
	});
});
