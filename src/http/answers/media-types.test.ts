import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { checkContentType, chooseMediaType, jsonMediaType, scholixMediaType } from './media-types.ts';

const notAcceptable = (error: unknown) => error instanceof BrokerError && error.code === 'not-acceptable';
const notUnderstood = (error: unknown) => error instanceof BrokerError && error.code === 'unsupported-media-type';

describe('the media type of an answer', () => {
	const scholix = [
		undefined,
		'',
		'*/*',
		'application/*',
		'application/x-scholix-v3+json',
		'Application/X-Scholix-V3+JSON',
		'application/x-scholix-v3+json; charset=utf-8',
		'application/json, application/x-scholix-v3+json',
		'application/json;q=0.8, application/x-scholix-v3+json;q=0.9',
		'application/json;q=0.5, */*',
		'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
		'application/json;q=0, */*;q=0.1',
		'application/json;q=2, application/x-scholix-v3+json;q=0.001',
	];
	for (const accept of scholix) {
		it(`is Scholix for ${JSON.stringify(accept)}`, () => assert.equal(chooseMediaType(accept), scholixMediaType));
	}

	const json = [
		'application/json',
		'APPLICATION/JSON',
		'application/json; charset=utf-8',
		'application/json, text/plain, */*',
		'application/*, application/json',
		'application/x-scholix-v3+json;q=0.5, application/json',
		'application/x-scholix-v3+json;q=0, */*',
		'text/html, application/json;q=0.001',
	];
	for (const accept of json) {
		it(`is JSON for ${JSON.stringify(accept)}`, () => assert.equal(chooseMediaType(accept), jsonMediaType));
	}

	for (const accept of [
		'text/html',
		'image/*',
		'application/json;q=0',
		'*/*;q=0',
		'application/xml, text/*',
		'nonsense',
	]) {
		it(`does not exist for ${JSON.stringify(accept)}`, () => {
			assert.throws(() => chooseMediaType(accept), notAcceptable);
		});
	}

	it('is chosen or refused, whatever the header holds', () => {
		const piece = fc.constantFrom(
			'application/json',
			'*/*',
			'application/*',
			';',
			',',
			'q=',
			'=',
			'0.5',
			'"',
			' ',
			'x/y',
		);
		const header = fc.oneof(
			fc.string(),
			fc.array(piece).map((pieces) => pieces.join('')),
		);
		fc.assert(
			fc.property(header, (accept) => {
				try {
					chooseMediaType(accept);
				} catch (error) {
					assert.ok(notAcceptable(error));
				}
			}),
		);
	});
});

describe('the media type of a body', () => {
	const understood = [
		'application/x-scholix-v3+json',
		'application/json',
		'Application/JSON',
		'application/json; charset=utf-8',
		'application/json;charset=UTF-8',
		'application/x-scholix-v3+json ; charset="utf-8"',
		'application/json; charset=utf8',
	];
	for (const contentType of understood) {
		it(`may be ${contentType}`, () => checkContentType(contentType));
	}

	const others = [
		undefined,
		'',
		'text/plain',
		'application/x-www-form-urlencoded',
		'application/jsonl',
		'application/x-scholix-v2+json',
		'application/json; charset=iso-8859-1',
		'application/json, application/json',
	];
	for (const contentType of others) {
		it(`may not be ${JSON.stringify(contentType)}`, () => {
			assert.throws(() => checkContentType(contentType), notUnderstood);
		});
	}
});
