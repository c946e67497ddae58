// The commands that stand for journals in astronomers' BibTeX files; knows no entry.

/**
 * Answers the journal that a field names by a command of AASTeX (`\mnras`), as NASA ADS writes all
 * its exports; undefined where it does not.
 */
export function journalOfMacro(field: string): string | undefined {
	const [, name = ''] = /^\\([a-z]+)$/.exec(field.replaceAll(/[\s{}]/g, '')) ?? [];
	return journals.get(name);
}

/** The commands of aas_macros.sty, which NASA ADS lists, and the titles that they stand for. */
const journals: ReadonlyMap<string, string> = new Map(
	Object.entries({
		aap: 'Astronomy and Astrophysics',
		aapr: 'The Astronomy and Astrophysics Review',
		aaps: 'Astronomy and Astrophysics Supplement Series',
		actaa: 'Acta Astronomica',
		aj: 'The Astronomical Journal',
		ao: 'Applied Optics',
		aplett: 'Astrophysical Letters',
		apj: 'The Astrophysical Journal',
		apjl: 'The Astrophysical Journal Letters',
		apjlett: 'The Astrophysical Journal Letters',
		apjs: 'The Astrophysical Journal Supplement Series',
		apjsupp: 'The Astrophysical Journal Supplement Series',
		applopt: 'Applied Optics',
		apss: 'Astrophysics and Space Science',
		araa: 'Annual Review of Astronomy and Astrophysics',
		azh: 'Astronomicheskii Zhurnal',
		baas: 'Bulletin of the American Astronomical Society',
		bain: 'Bulletin of the Astronomical Institutes of the Netherlands',
		caa: 'Chinese Astronomy and Astrophysics',
		cjaa: 'Chinese Journal of Astronomy and Astrophysics',
		fcp: 'Fundamentals of Cosmic Physics',
		gca: 'Geochimica et Cosmochimica Acta',
		grl: 'Geophysical Research Letters',
		iaucirc: 'International Astronomical Union Circular',
		icarus: 'Icarus',
		jcap: 'Journal of Cosmology and Astroparticle Physics',
		jcp: 'Journal of Chemical Physics',
		jgr: 'Journal of Geophysical Research',
		jqsrt: 'Journal of Quantitative Spectroscopy and Radiative Transfer',
		jrasc: 'Journal of the Royal Astronomical Society of Canada',
		maps: 'Meteoritics and Planetary Science',
		memras: 'Memoirs of the Royal Astronomical Society',
		memsai: 'Memorie della Società Astronomica Italiana',
		mnras: 'Monthly Notices of the Royal Astronomical Society',
		na: 'New Astronomy',
		nar: 'New Astronomy Reviews',
		nat: 'Nature',
		nphysa: 'Nuclear Physics A',
		pasa: 'Publications of the Astronomical Society of Australia',
		pasj: 'Publications of the Astronomical Society of Japan',
		pasp: 'Publications of the Astronomical Society of the Pacific',
		physrep: 'Physics Reports',
		physscr: 'Physica Scripta',
		planss: 'Planetary and Space Science',
		pra: 'Physical Review A',
		prb: 'Physical Review B',
		prc: 'Physical Review C',
		prd: 'Physical Review D',
		pre: 'Physical Review E',
		prl: 'Physical Review Letters',
		procspie: 'Proceedings of the SPIE',
		psj: 'The Planetary Science Journal',
		qjras: 'Quarterly Journal of the Royal Astronomical Society',
		rmxaa: 'Revista Mexicana de Astronomía y Astrofísica',
		skytel: 'Sky and Telescope',
		solphys: 'Solar Physics',
		sovast: 'Soviet Astronomy',
		ssr: 'Space Science Reviews',
		zap: 'Zeitschrift für Astrophysik',
	}),
);
