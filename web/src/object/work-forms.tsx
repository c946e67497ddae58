// Links to the description of the work in formats for programs.
import { dataForms, workForms } from '../../../src/http/pages/object/work-forms.ts';
import { type ObjectView, objectPath } from '../address/object-view.ts';

/** Renders a line of links, those for reference managers first. */
export function WorkForms({ view: { scheme, id } }: { view: ObjectView }) {
	return (
		<p class="forms">
			This work as{' '}
			{dataForms.toReversed().map((form, at) => (
				<>
					{at > 0 && ', '}
					<a href={`${objectPath(scheme, id)}?format=${form}`} target="_self">
						{workForms[form].title}
					</a>
				</>
			))}
			.
		</p>
	);
}
