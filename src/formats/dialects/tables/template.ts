// The table that people fill in: the names of its columns, and two rows that show what goes where.
// It reads nothing.

/** The name under which it is saved. */
export const templateName = 'link-template.csv';

/** Holds the template: CSV in ASCII, so that every program reads it. */
export const template = [
	'source,source title,source type,relation,target,target title,target type,date,provider',
	'2018MNRAS.473..210S,,literature,Cites,10.5281/zenodo.591491,corner.py,software,2018-01-01,Our library',
	'10.21105/joss.00024,corner.py: Scatterplot matrices in Python,literature,IsSupplementedBy,' +
		'10.5281/zenodo.53155,corner.py v2.0.0,software,2016-06,Our library',
	'',
].join('\r\n');
