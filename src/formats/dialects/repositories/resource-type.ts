// Reads the types of records in Zenodo and InvenioRDM (`publication-preprint`); knows no record.
import { readObjectType } from '../../scholix/object-types.ts';

/** Answers the narrower of the words that Scholix knows, or the whole. */
export function resourceType(id: string | undefined): string | undefined {
	if (id === undefined) return undefined;
	const [wide = id, ...narrow] = id.split('-');
	return [narrow.join('-'), wide].find((word) => word !== '' && readObjectType(word) !== undefined) ?? id;
}
