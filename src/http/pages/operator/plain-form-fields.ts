// Reads the fields of a form where pages are not drawn by components yet.
import { readForm as readFormData } from '../read-form.ts';

/** The fields of a form, as they were filled in. */
export type FormFields = {
	text(name: string): string;
	exact(name: string): string;
	all(name: string): readonly string[];
	file(name: string): File | undefined;
};

/** Reads a form as readForm does. */
export async function readForm(...request: Parameters<typeof readFormData>): Promise<FormFields> {
	const data = await readFormData(...request);
	const exact = (name: string) => {
		const value = data.get(name);
		return typeof value === 'string' ? value : '';
	};
	return {
		exact,
		text: (name) => exact(name).trim(),
		all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
		file(name) {
			const value = data.get(name);
			return value instanceof File && value.name !== '' ? value : undefined;
		},
	};
}
