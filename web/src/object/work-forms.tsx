// The work itself, without its links, in the forms that programs read.
import { type ObjectView, objectPath } from '../address/object-view.ts';

const forms = [
	['bibtex', 'BibTeX'],
	['ris', 'RIS'],
	['csl', 'CSL-JSON'],
	['jsonld', 'JSON-LD'],
	['json', 'JSON'],
] as const;

/** Renders a line of links to them. */
export function WorkForms({ view: { scheme, id } }: { view: ObjectView }) {
	return (
		<p class="forms">
			This work as{' '}
			{forms.map(([form, title], at) => (
				<>
					{at > 0 && ', '}
					<a href={`${objectPath(scheme, id)}?format=${form}`} target="_self">
						{title}
					</a>
				</>
			))}
			.
		</p>
	);
}
