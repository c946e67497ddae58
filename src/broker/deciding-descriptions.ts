// Finds the descriptions of a work that decide the fields of which the latest one given counts.
import {
	containerSize,
	type Description,
	type DescriptionField,
	descriptionFields,
	gatheredFields,
	isBareType,
	isFilled,
} from '../links/description.ts';

/** A field of which the latest one given counts; others gather instead. */
export type LatestField = Exclude<DescriptionField, (typeof gatheredFields)[number]>;
/** The fields of descriptions of which the latest one given counts. */
export const latestFields = descriptionFields.filter(
	(field): field is LatestField => !(gatheredFields as readonly DescriptionField[]).includes(field),
);

/**
 * Lists the positions of the descriptions that decide the latest fields, given in their order, and of
 * the one that a bare type follows: with these last, whatever comes before has no effect.
 */
export function decidingDescriptions(inOrder: readonly Description[]): number[] {
	const [stated, filled] = [createOpenFields(), createOpenFields()];
	const deciding: number[] = [];
	for (let at = inOrder.length - 1; at >= 0 && stated.some(latestFields); at--) {
		const description = inOrder[at] as Description;
		// What is filled in has an effect as long as nothing states the field.
		const decided = latestFields.filter((field) =>
			isFilled(description, field)
				? stated.some([field]) && filled.take(field, description)
				: stated.take(field, description),
		);
		if (decided.length > 0) deciding.push(at);
	}
	return deciding.reverse();
}

/** Creates the fields that are not decided yet; the type follows a bare one to the one before it. */
function createOpenFields() {
	const open = new Set<LatestField>(latestFields);
	let bare: string | undefined;
	let largest = 0;
	/** An earlier container that has more fields counts in place of a later one. */
	const takesLarger = (description: Description) => {
		const isLarger = containerSize(description) > largest;
		if (isLarger) largest = containerSize(description);
		return isLarger;
	};
	return {
		some: (fields: readonly LatestField[]) => fields.some((field) => open.has(field)),
		/** Returns whether an earlier description decides a field. */
		take(field: LatestField, description: Description): boolean {
			const { Type } = description;
			if (description[field] === undefined || !open.has(field)) return false;
			if (field === 'Container') return takesLarger(description);
			if (field === 'Type' && Type !== undefined && isBareType(Type)) {
				if (Type.Name === bare) return false;
				bare ??= Type.Name;
				if (bare === Type.Name) return true;
			}
			return open.delete(field);
		},
	};
}
