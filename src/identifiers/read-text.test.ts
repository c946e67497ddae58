// Specifies which identifier is meant by a text of which nobody says what it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Identifier, readIdentifier, readText } from './index.ts';

const shown = ({ scheme, value }: Identifier) => `${scheme}:${value}`;

/** Says what a text holds, in one line: `none`, the likeliest identifier, or several. */
function meaning(text: string): string {
	const reading = readText(text);
	if (reading.kind === 'none') return 'none';
	const [first, ...others] = reading.kind === 'one' ? reading.candidates.slice(0, 1) : reading.found;
	return first === undefined ? 'nothing' : [first, ...others].map(shown).join(' and ');
}

function assertMeans(expected: Record<string, string>) {
	for (const [text, what] of Object.entries(expected)) assert.equal(meaning(text), what, text);
}

const tide = 'doi:10.5555/tide.2016.24';
const authors =
	'Moreau, A., & Lindqvist, B. (2016). tides.py: Harmonic analysis in Python. J. Tidal Res., 1(2), 24–31.';

describe('A pasted reference', () => {
	it('is the work whose DOI it gives, however that is written', () => {
		assertMeans({
			[`${authors} https://doi.org/10.5555/tide.2016.24`]: tide,
			[`${authors} doi:10.5555/tide.2016.24.`]: tide,
			[`${authors} DOI 10.5555/tide.2016.24 (accessed 3 May 2019)`]: tide,
			[`${authors} DOI10.5555/tide.2016.24`]: tide,
			'参考文献doi:10.5555/tide.2016.24。': tide,
			[`[12] ${authors} Available from: <http://dx.doi.org/10.5555/tide.2016.24>`]: tide,
			[`${authors} (https://doi.org/10.5555/tide.2016.24).`]: tide,
			[`${authors} Retrieved from https://journal.example.org/24.pdf, doi:10.5555/tide.2016.24`]: tide,
			'Smith (1998) J. Ex. 46, 493. doi:10.5555/(SICI)1521-3978(199806)46:4/5<493::AID-X493>3.0.CO;2-P.':
				'doi:10.5555/(SICI)1521-3978(199806)46:4/5<493::AID-X493>3.0.CO;2-P',
			'(see doi:10.5555/(exam)0899-1561(2004)16:6(597))': 'doi:10.5555/(exam)0899-1561(2004)16:6(597)',
		});
	});

	it('is the work of the identifier that it gives, of any scheme', () => {
		assertMeans({
			'A. Moreau, “Tides and codes,” J. Ex. 125, 306 (2013), arXiv:1502.01234 [astro-ph.IM].': 'arxiv:arXiv:1502.01234',
			'Nucl.Ex. B123 (1999) 45 [hep-th/9901234]': 'arxiv:arXiv:hep-th/9901234',
			'Moreau A. Tides. Ex J Med. 2001 Nov 15;345(20):1445-51. PMID: 21794170': 'pmid:21794170',
			'Moreau A. Tides. Ex J Med. 2001;345(20):1445-51. PMC2631623.': 'pmcid:PMC2631623',
			'Moreau 2016, 2016JExpS...1...24M, in press': 'ads:2016JExpS...1...24M',
			'Moreau A. tides.py, 2019ascl.soft04017M': 'ads:2019ascl.soft04017M',
			'Moreau A., in Proc. SF2A (2018sf2a.conf..217M).': 'ads:2018sf2a.conf..217M',
			'Moreau, A. Tides (preprint). hal-01234567v2': 'hal:hal-01234567v2',
			'Moreau, A. Tides. Example Press, ISBN 978 0 9752298 0 4, p. 3': 'isbn:978-0-9752298-0-4',
			'Software: swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d.':
				'swh:swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d',
			'The code is at https://github.com/moreau/tides.py.': 'url:https://github.com/moreau/tides.py',
			'The code (github.com/moreau/tides.py) is free': 'url:https://github.com/moreau/tides.py',
			'See arxiv.org/abs/1502.01234, v2': 'arxiv:arXiv:1502.01234',
			'Cells (RRID: SCR_014641) were counted': 'rrid:RRID:SCR_014641',
			'Moreau, A. Data. Zenodo. https://zenodo.org/record/4711': 'doi:10.5281/zenodo.4711',
			'Thesis, http://hdl.handle.net/10013/epic.10033, Bremen': 'handle:10013/epic.10033',
		});
	});

	it('may be an entry of BibTeX, RIS, MEDLINE or JSON', () => {
		assertMeans({
			[`@article{m16, author={Moreau, A.}, doi = {10.5555/tide.2016.24}, url = {https://doi.org/10.5555/tide.2016.24},
				year = 2016, volume = {1}, pages = {24--31}, issn = {2475-9066}}`]: tide,
			'@misc{m15, eprint = {1502.01234}, archivePrefix = {arXiv}, year = {2015}}': 'arxiv:arXiv:1502.01234',
			'TY  - JOUR\nPY  - 2016\nSP  - 24\nSN  - 2475-9066\nDO  - 10.5555/tide.2016.24\nER  - ': tide,
			'PMID- 21794170\nDP  - 2001 Nov 15\nTI  - Tides.': 'pmid:21794170',
			'{"DOI":"10.5555/tide.2016.24","volume":"1","page":"24-31"}': tide,
			'{"link":"https:\\/\\/doi.org\\/10.5555\\/tide.2016.24"}': tide,
		});
	});

	it('may be the row of a table, whatever parts its cells', () => {
		assertMeans({
			'Moreau\t2016\t10.5555/tide.2016.24\t24': tide,
			'Moreau;2016;10.5555/tide.2016.24;Tides;24': tide,
			'Moreau,2016,10.5555/tide.2016.24,Tides': tide,
			'|Moreau|10.5555/tide.2016.24|24|': tide,
			'Smith;10.5555/(SICI)1521-3978(1998)46:4<493::AID-X493>3.0.CO;2-P;46':
				'doi:10.5555/(SICI)1521-3978(1998)46:4<493::AID-X493>3.0.CO;2-P',
		});
	});

	it('may be TeX, Markdown or HTML', () => {
		assertMeans({
			'\\bibitem{m} A. Moreau, \\textbf{1}, 24 (2016), \\url{https://doi.org/10.5555/tide.2016.24}.': tide,
			'\\href{https://doi.org/10.5555/tide.2016.24}{J. Tidal Res. 1, 24}': tide,
			'\\doi{10.5555/tide\\_2016}': 'doi:10.5555/tide_2016',
			'[Tides](https://doi.org/10.5555/tide.2016.24)': tide,
			'**10.5555/tide.2016.24**': tide,
			'see *doi:10.5555/tide.2016.24*, p. 3': tide,
			'<p>Moreau, <a href="https://doi.org/10.5555/tide.2016.24">10.5555/tide.2016.24</a></p>': tide,
			'<b>DOI:</b> 10.5555/tide.2016.24<br>': tide,
		});
	});

	it('gives one identifier where it gives the same one twice, or two that are one by rule', () => {
		assertMeans({
			'doi:10.5555/A, https://doi.org/10.5555/a': 'doi:10.5555/A',
			'arXiv:1502.01234, doi:10.48550/arXiv.1502.01234': 'arxiv:arXiv:1502.01234',
		});
	});

	it('is not what goes along with the work: journal, author, a page where it was seen', () => {
		assertMeans({
			'ISSN 1562-6865, doi:10.5555/tide.2016.24': tide,
			'A. Moreau (https://orcid.org/0000-0002-1825-0097), 10.5555/tide.2016.24, https://example.org/a.pdf': tide,
			'A. Moreau, ORCID: 0000-0002-1825-0097': 'orcid:0000-0002-1825-0097',
		});
	});

	it('gives several where it says several different ones', () => {
		assertMeans({
			'PMID: 12345678; PMCID: PMC1234567': 'pmid:12345678 and pmcid:PMC1234567',
			'10.5555/a,10.5555/b': 'doi:10.5555/a and doi:10.5555/b',
			'10.5555/a; 10.5555/b': 'doi:10.5555/a and doi:10.5555/b',
			'10.5555/a\n10.5555/b': 'doi:10.5555/a and doi:10.5555/b',
			'https://github.com/moreau/tides.py, 10.5281/zenodo.4711':
				'url:https://github.com/moreau/tides.py and doi:10.5281/zenodo.4711',
		});
	});
});

describe('A text with an identifier and nothing else', () => {
	it('is that identifier under every scheme that fits, the most specific first', () => {
		const candidates = (text: string) => {
			const reading = readText(text);
			return reading.kind === 'one' ? reading.candidates.map(shown) : [];
		};
		assert.deepEqual(candidates('10.5555/a'), ['doi:10.5555/a', 'handle:10.5555/a']);
		assert.deepEqual(candidates('https://doi.org/10.5555/a'), ['doi:10.5555/a', 'url:https://doi.org/10.5555/a']);
		assert.deepEqual(candidates('0000-0002-1694-233X'), ['orcid:0000-0002-1694-233X', 'isni:0000-0002-1694-233X']);
	});

	it('may have quotation marks, brackets, a comma around it, and invisible marks inside', () => {
		for (const text of [
			'"10.5555/tide.2016.24",',
			'“https://doi.org/10.5555/tide.2016.24”',
			'(10.5555/tide.2016.24)',
			'<https://doi.org/10.5555/tide.2016.24>',
			'10.5555/tide.2016.24 →',
			'10.5555/\u200btide.\u00ad2016.24',
			'DOI：10.5555/tide.2016.24',
			'「10.5555/tide.2016.24」',
			'【https://doi.org/10.5555/tide.2016.24】',
			'\\"10.5555/tide.2016.24\\"',
		]) {
			assert.equal(meaning(text), tide, text);
		}
	});

	it('is a number of digits as it is detected, and a handle only with a prefix of digits', () => {
		assertMeans({
			'23193287': 'pmid:23193287',
			'10013/epic.10033': 'handle:10013/epic.10033',
			'hdl:loc.music/musdi.139': 'handle:loc.music/musdi.139',
			'1502.01234': 'arxiv:arXiv:1502.01234',
			'10/b7jt': 'doi:10/b7jt',
		});
	});

	it('is an address also without its protocol, where a path distinguishes it from a name', () => {
		assertMeans({
			'github.com/moreau/tides.py': 'url:https://github.com/moreau/tides.py',
			'www.example.org/a/b': 'url:https://www.example.org/a/b',
			'doi.org/10.5555/a': 'doi:10.5555/a',
			'zenodo.org/records/4711': 'doi:10.5281/zenodo.4711',
			'www.example.org': 'none',
		});
	});

	it('is the repository in every way in which one is named', () => {
		const { key } = readIdentifier('https://github.com/moreau/tides.py', 'url');
		for (const text of [
			'github.com/moreau/tides.py',
			'www.github.com/moreau/tides.py/',
			'https://github.com/moreau/tides.py.git',
			'git@github.com:moreau/tides.py.git',
			'ssh://git@github.com/moreau/tides.py',
			'git+https://github.com/moreau/tides.py.git',
			'git+ssh://git@github.com/moreau/tides.py.git',
			'git://github.com/moreau/tides.py.git',
			'http://GitHub.com/Moreau/tides.py',
			'github:moreau/tides.py',
		]) {
			const reading = readText(text);
			assert.equal(reading.kind === 'one' && reading.candidates[0]?.key, key, text);
		}
	});
});

describe('A text without an identifier', () => {
	it('holds none: no address, no handle, no number of a reference', () => {
		for (const text of [
			...['corner.py', 'corner.py/docs', 'hello world', 'and/or', 'km/s', '1/2', 'a/b', 'dfm/corner.py', '24/7'],
			...['2016', '12/2016', '2016/05', '2016/2017', '1234', '3.14', '10.1000', '10/12', 'vol. 12, no. 3, pp. 45-67'],
			...['report-20211231', '1234.5678', '2001.1234', '0713.1234'],
			...['', ' ', 'doi', 'doi:', 'ISBN', 'https://', 'pmid 12x', 'IGSN samples', 'e.g./i.e.', 'U.S./U.K.'],
			'Moreau, A. (2016). Tides in Python. J. Tidal Res., 1(2), 24. Example Press, 2nd ed., 1999-2003, 12345678.',
		]) {
			assert.equal(meaning(text), 'none', text);
		}
	});

	it('is a page that only mentions one, which is its own address', () => {
		assertMeans({
			'https://example.org/search?q=10.5555/a': 'url:https://example.org/search?q=10.5555/a',
			'https://example.org/reviews/10.5555/a': 'url:https://example.org/reviews/10.5555/a',
		});
	});
});

describe('A declared scheme', () => {
	it('takes from a text the one identifier of it that stands there', () => {
		const value = (text: string, scheme: string) => readIdentifier(text, scheme).value;
		assert.equal(value(`${authors} https://doi.org/10.5555/a`, 'doi'), '10.5555/a');
		assert.equal(value('<10.5555/a>', 'doi'), '10.5555/a');
		assert.equal(value('<p>10.5555/a</p>', 'doi'), '10.5555/a');
		assert.equal(value('https://journal.example.org/article/10.5555/a?download=1', 'doi'), '10.5555/a');
		assert.equal(value('"1502.01234",', 'arxiv'), 'arXiv:1502.01234');
		assert.equal(value('doi:10.48550/arXiv.1502.01234 (2015)', 'arxiv'), 'arXiv:1502.01234');
		assert.equal(value('PMID: 21794170; PMCID: PMC1234567', 'pmid'), '21794170');
		assert.equal(value('ISBN 978-0-9752298-0-4 (pbk.)', 'isbn'), '978-0-9752298-0-4');
		assert.equal(value('<https://example.org/a>', 'url'), 'https://example.org/a');
	});

	it('keeps a text with several of it, or none, as given', () => {
		for (const [text, scheme] of [
			['10.5555/a and 10.5555/b', 'doi'],
			['hello world', 'doi'],
			['PMC1234567', 'pmid'],
			['PMID: 1 and PMID: 2', 'pmid'],
		] as const) {
			assert.equal(readIdentifier(text, scheme).value, text);
		}
	});
});
