// Examples of identifiers of persistent identifiers, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const persistentExamples: Examples = {
	ark: {
		examples: [
			{
				value: 'ark:/13030/tqb3kh97gh8w',
				key: 'ark:13030/tqb3kh97gh8w',
				url: 'https://n2t.net/ark:/13030/tqb3kh97gh8w',
				spellings: [
					'https://n2t.net/ark:/13030/tqb3kh97gh8w',
					'http://www.example.org/a/b/ark:/13030/tqb3kh97gh8w',
					'n2t.net/ark:13030/tqb3kh97gh8w/',
					'ark:13030/tqb3-kh97-gh8w',
					'ARK:/13030/tqb3kh97gh8w',
				],
			},
		],
		misfits: ['ark:/13030'],
	},
	handle: {
		examples: [
			{
				value: '10013/epic.10033',
				url: 'https://hdl.handle.net/10013/epic.10033',
				spellings: [
					'hdl:10013/epic.10033',
					'info:hdl/10013/epic.10033',
					'https://hdl.handle.net/10013/epic.10033?urlappend=x',
					'https://doi.org/10013/epic.10033',
				],
			},
			{
				value: '10.1000/182',
				url: 'https://hdl.handle.net/10.1000/182',
				sameAs: 'doi:10.1000/182',
				spellings: ['hdl:10.1000/182'],
			},
			{
				value: 'loc.Music/musdi.139',
				key: 'loc.music/musdi.139',
				url: 'https://hdl.handle.net/loc.Music/musdi.139',
				spellings: ['LOC.music/musdi.139', 'hdl:loc.music/musdi.139'],
			},
		],
		misfits: ['10013', 'corner.py', 'https://www.doi.org/the-identifier/what-is-a-doi/'],
	},
	purl: {
		examples: [
			{
				value: 'https://purl.org/dc/terms',
				url: 'https://purl.org/dc/terms',
				spellings: ['http://purl.org/dc/terms', 'HTTPS://PURL.ORG/dc/terms', 'purl.org/dc/terms'],
			},
		],
		misfits: ['https://example.org/dc/terms'],
	},
	w3id: {
		examples: [
			{
				value: 'https://w3id.org/security/v1',
				url: 'https://w3id.org/security/v1',
				spellings: ['http://w3id.org/security/v1', 'w3id.org/security/v1', 'W3ID: https://w3id.org/security/v1'],
			},
		],
		misfits: ['https://example.org/security/v1'],
	},
	lsid: {
		examples: [{ value: 'urn:lsid:ubio.org:namebank:11815', spellings: ['URN:LSID:ubio.ORG:namebank:11815'] }],
		misfits: ['urn:lsid:ubio.org'],
	},
	urn: {
		examples: [
			{
				value: 'urn:nbn:de:101:1-201102033592',
				url: 'https://nbn-resolving.org/urn:nbn:de:101:1-201102033592',
				spellings: [
					'URN:NBN:de:101:1-201102033592',
					'nbn:de:101:1-201102033592',
					'https://nbn-resolving.org/urn:nbn:de:101:1-201102033592',
					'http://resolver.example.org/a/urn:nbn:de:101:1-201102033592',
					'http://urn.example.org/resolve?urn=urn:nbn:de:101:1-201102033592',
					'https://nbn-resolving.de/urn/resolver.pl?urn:nbn:de:101:1-201102033592',
					'https://nbn-resolving.org/resolver?identifier=urn%3Anbn%3Ade%3A101%3A1-201102033592&verb=full',
					'https://nbn-resolving.de/urn/resolver.pl?verb=redirect&urn=urn:nbn:de:101:1-201102033592',
				],
			},
		],
		misfits: ['http://example.org/a'],
	},
	uuid: {
		examples: [
			{
				value: '6e8bc430-9c3a-11d9-9669-0800200c9a66',
				spellings: [
					'6E8BC430-9C3A-11D9-9669-0800200C9A66',
					'{6e8bc430-9c3a-11d9-9669-0800200c9a66}',
					'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66',
				],
			},
		],
		misfits: ['6e8bc430-9c3a-11d9-9669-0800200c9a6'],
	},
	igsn: {
		examples: [
			{
				value: 'AU1243',
				key: 'au1243',
				url: 'https://igsn.org/AU1243',
				spellings: [
					'IGSN:AU1243',
					'igsn: au1243',
					'10273/AU1243',
					'https://hdl.handle.net/10273/AU1243',
					'http://igsn.org/AU1243',
				],
			},
			{
				value: 'ICDP5054ESYI201',
				key: 'icdp5054esyi201',
				url: 'https://igsn.org/ICDP5054ESYI201',
				spellings: ['https://doi.org/10.60510/ICDP5054ESYI201'],
			},
		],
		misfits: ['IGSN:1 2'],
	},
	raid: {
		examples: [
			{
				value: '10.26193/6B1E5C3D',
				key: '10.26193/6b1e5c3d',
				url: 'https://raid.org/10.26193/6B1E5C3D',
				spellings: ['https://raid.org/10.26193/6b1e5c3d', 'RAiD:10.26193/6B1E5C3D'],
			},
		],
		misfits: ['RAiD:x'],
	},
	swh: {
		examples: [
			{
				value: 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				url: 'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				spellings: [
					'SWH:1:cnt:94A9ED024D3859793618152EA559A168BBCBB5E2',
					'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2/',
					'https://identifiers.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
					'https://archive.softwareheritage.org/badge/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2/',
					'https://archive.softwareheritage.org/api/1/resolve/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2/',
					'https://archive.softwareheritage.org/browse/content/sha1_git:94a9ed024d3859793618152ea559a168bbcbb5e2/',
				],
			},
			{
				value: 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;path=/b;origin=https://example.org/a',
				key: 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;origin=https://example.org/a;path=/b',
				sameAs: 'swh:swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				url: 'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;path=/b;origin=https://example.org/a',
				spellings: ['swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;origin=https://example.org/a;path=/b'],
			},
			{
				value: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				key: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2;path=/a',
				sameAs: 'swh:swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2',
				broader: ['swh:swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d'],
				url: 'https://archive.softwareheritage.org/swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				spellings: [
					'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2;path=/a',
					'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2/',
				],
			},
			{
				value: 'swh:1:dir:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				url: 'https://archive.softwareheritage.org/swh:1:dir:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				spellings: ['https://archive.softwareheritage.org/browse/directory/b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4/'],
			},
			{
				value: 'swh:1:rev:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				url: 'https://archive.softwareheritage.org/swh:1:rev:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				spellings: ['https://archive.softwareheritage.org/api/1/revision/b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4/'],
			},
			{
				value: 'swh:1:rel:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				url: 'https://archive.softwareheritage.org/swh:1:rel:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				spellings: ['https://archive.softwareheritage.org/browse/release/b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4/'],
			},
			{
				value: 'swh:1:snp:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				url: 'https://archive.softwareheritage.org/swh:1:snp:b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4',
				spellings: ['https://archive.softwareheritage.org/browse/snapshot/b5d1a0c4e7f2839605d1a0c4e7f2839605d1a0c4/'],
			},
		],
		misfits: ['swh:1:cnt:94a9ed02'],
	},
};
