import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalDate, dateInstant, dateYear, isDate, readDateEnd, readDateInstant } from './link-date.ts';

const seconds = (text: string) => Date.parse(text) / 1000;

describe('a date', () => {
	it('is a year, a month, a day, or a date-time with or without a zone', () => {
		for (const [text, instant] of Object.entries({
			'2015': '2015-01-01T00:00:00Z',
			'2015-06': '2015-06-01T00:00:00Z',
			'2015-06-30': '2015-06-30T00:00:00Z',
			'2015-06-30T12:34': '2015-06-30T12:34:00Z',
			'2015-06-30T12:34:56': '2015-06-30T12:34:56Z',
			'2015-06-30T12:34:56.789': '2015-06-30T12:34:56.789Z',
			'2015-06-30T12:34:56,7891': '2015-06-30T12:34:56.789Z',
			'2015-06-30T12:34:56Z': '2015-06-30T12:34:56Z',
			'2015-06-30t12:34:56z': '2015-06-30T12:34:56Z',
			'2015-06-30T12:34:56+02:00': '2015-06-30T10:34:56Z',
			'2015-06-30T12:34:56-0330': '2015-06-30T16:04:56Z',
			'2015-06-30T00:30+01': '2015-06-29T23:30:00Z',
			'2015-06-30T23:59:60Z': '2015-07-01T00:00:00Z',
			'2015-06-30T24:00:00': '2015-07-01T00:00:00Z',
			'0099-01-01': '0099-01-01T00:00:00Z',
			'9999': '9999-01-01T00:00:00Z',
			'2015-06-30 12:34:56.123456': '2015-06-30T12:34:56.123Z',
			'2015-06-30T12:34:56.1234567890123Z': '2015-06-30T12:34:56.123Z',
			'2015-06-30 12:34:56+02': '2015-06-30T10:34:56Z',
			'2015-06-30 12:34:56 +0200': '2015-06-30T10:34:56Z',
			'2015-06-30 12:34:56 UTC': '2015-06-30T12:34:56Z',
			'2015-06-30T12:34 gmt': '2015-06-30T12:34:00Z',
			'2015-06-30Z': '2015-06-30T00:00:00Z',
			'2015-06-30+02:00': '2015-06-29T22:00:00Z',
			'2015-06-30 UTC': '2015-06-30T00:00:00Z',
		})) {
			assert.equal(readDateInstant(text), seconds(instant), text);
		}
	});

	it('without a zone is UTC', () => {
		assert.equal(readDateInstant('2015-06-30T12:00:00'), readDateInstant('2015-06-30T12:00:00Z'));
	});

	it('is a real one of the calendar', () => {
		for (const text of ['2015-02-29', '1900-02-29', '2015-04-31', '2015-13', '2015-00', '2015-01-00', '0000']) {
			assert.equal(readDateInstant(text), undefined, text);
		}
		for (const text of ['2016-02-29', '2000-02-29', '2015-12-31'])
			assert.notEqual(readDateInstant(text), undefined, text);
	});

	it('has a real time of day and a real zone', () => {
		for (const text of [
			'T25:00',
			'T24:00:01',
			'T24:00:00.1',
			'T12:60',
			'T12:00:61',
			'T12',
			'T12:00+24:00',
			'T12:00+01:60',
		]) {
			assert.equal(readDateInstant(`2015-06-30${text}`), undefined, text);
		}
	});

	it('is nothing else', () => {
		for (const text of [
			'',
			' 2015',
			'2015\n',
			'15',
			'20150630',
			'2015-6-3',
			'30.06.2015',
			'2015-06-30  12:00',
			'2015-06-30-02',
			'2015-06-30 12:00 CEST',
			'2015-06-30T',
			'2015-06Z',
			'yesterday',
			'２０１５',
		]) {
			assert.equal(readDateInstant(text), undefined, JSON.stringify(text));
			assert.equal(readDateEnd(text), undefined, JSON.stringify(text));
		}
	});

	it('reaches to the end of its year, month or day, and is a moment with a time of day', () => {
		for (const [text, end] of Object.entries({
			'2015': '2015-12-31T23:59:59.999Z',
			'2016-02': '2016-02-29T23:59:59.999Z',
			'2015-06-30': '2015-06-30T23:59:59.999Z',
			'2015-06-30T12:34': '2015-06-30T12:34:00Z',
			'2015-06-30T12:34:56.5+02:00': '2015-06-30T10:34:56.5Z',
			'2015-06-30+02:00': '2015-06-30T21:59:59.999Z',
		})) {
			assert.equal(readDateEnd(text), seconds(end), text);
		}
	});

	it('of the last moment of a day lies within that day', () => {
		const day = fc.date({
			min: new Date('1000-01-01'),
			max: new Date('9998-12-31'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(day, (date) => {
				const text = date.toISOString().slice(0, 10);
				assert.equal(readDateInstant(`${text}T23:59:59.999Z`), readDateEnd(text));
				assert.equal(readDateEnd(text.slice(0, 7)), readDateEnd(`${text.slice(0, 7)}-${lastDay(text)}`));
			}),
		);
	});

	it('written as a full date-time is the moment that the platform reads', () => {
		const moment = fc.date({
			min: new Date('0001-01-01'),
			max: new Date('9999-12-31'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(moment, (date) => {
				assert.equal(readDateInstant(date.toISOString()), date.getTime() / 1000);
			}),
		);
	});

	it('is recognised exactly where it is read', () => {
		const part = fc.constantFrom('00', '01', '02', '12', '13', '28', '29', '30', '31', '32', '0x', ' 1', '1.');
		const plain = fc.tuple(part, part, part, part).map(([c, y, m, d]) => `${c}${y}-${m}-${d}`);
		const odd = fc.constantFrom('2018', '2018-01', '2018-01-01T00:00', '2018/01/01', '2018-01-0', '2018-01-011', '');
		fc.assert(
			fc.property(fc.oneof(plain, odd, fc.string()), (text) => {
				assert.equal(isDate(text), readDateInstant(text) !== undefined);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('is read alike the second time', () => {
		for (const text of ['2015-06-30', 'no date']) assert.equal(readDateInstant(text), readDateInstant(text));
		assert.equal(readDateInstant(`${'9'.repeat(50)}`), undefined);
	});
});

describe('the form in which a date is kept', () => {
	it('is the one that was given', () => {
		for (const text of ['2015', '2015-06-30', '2018-04-05 10:11:12.123456', '2018-04-05t10:11 utc']) {
			assert.equal(canonicalDate(text), text);
		}
	});

	it('has no white space around it, and one blank within', () => {
		assert.equal(canonicalDate(' 2015-06 \n'), '2015-06');
		assert.equal(canonicalDate('2018-04-05\u00a0 10:11'), '2018-04-05 10:11');
	});

	it('leaves out a day or month of zeros, with midnight behind it', () => {
		for (const [text, kept] of Object.entries({
			'2018-06-00': '2018-06',
			'2018-00-00': '2018',
			'2018-00': '2018',
			'2018-06-00T00:00:00Z': '2018-06',
			'2018-00-00 00:00': '2018',
		})) {
			assert.equal(canonicalDate(text), kept, text);
		}
		for (const text of ['2018-00-05', '0000-00-00', '2018-13-00', '2018-06-00T10:00', '2018-06-0']) {
			assert.equal(canonicalDate(text), undefined, text);
		}
	});

	it('is none for what is not a date', () => {
		for (const text of ['', ' ', '05-06-2018', 'soon', '2018-02-30']) assert.equal(canonicalDate(text), undefined);
	});

	it('is itself in that form, and the same moment', () => {
		const part = fc.constantFrom('00', '01', '12', '28', '31', ' 1', '05 ');
		const text = fc.tuple(part, part).map(([month, day]) => ` 2018-${month}-${day}`);
		fc.assert(
			fc.property(text, (given) => {
				const kept = canonicalDate(given);
				if (kept === undefined) return;
				assert.equal(canonicalDate(kept), kept);
				assert.ok(isDate(kept));
			}),
		);
	});
});

describe('the instant of what is known to be a date', () => {
	it('is its first moment', () => {
		assert.equal(dateInstant('1970'), 0);
	});

	it('fails for anything else, since that is an error of the program', () => {
		assert.throws(() => dateInstant('soon'), RangeError);
	});
});

describe('the year of a date', () => {
	it('is the one written, whatever the zone', () => {
		assert.equal(dateYear('2015-01-01T00:30:00+02:00'), 2015);
		assert.equal(dateYear('0815'), 815);
	});
});

function lastDay(text: string): number {
	return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}
