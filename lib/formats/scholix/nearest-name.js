// Finds the name that somebody may have meant; knows no names of its own.

/**
 * Finds the known name nearest to one that is not known: at most two letters off, less for short
 * ones; undefined where none is near.
 */
export function nearestName(name        , known                   )                     {
	const folded = name.toLowerCase();
	let nearest                    ;
	let least = Math.min(2, Math.floor(name.length / 3)) + 1;
	for (const candidate of known) {
		// Longer names are never near, and comparing them would cost the product of the lengths.
		if (Math.abs(candidate.length - name.length) >= least) continue;
		const distance = editDistance(folded, candidate.toLowerCase());
		if (distance >= least) continue;
		least = distance;
		nearest = candidate;
	}
	return nearest;
}

/**
 * Counts the letters to insert, remove, replace, or swap with their neighbour, that make one text
 * the other.
 */
function editDistance(one        , other        )         {
	let beforeLast           = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			let distance = Math.min(
				(last[column]          ) + 1,
				(current[column - 1]          ) + 1,
				(last[column - 1]          ) + (same ? 0 : 1),
			);
			const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (swapped) distance = Math.min(distance, (beforeLast[column - 2]          ) + 1);
			current.push(distance);
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length]          ;
}
