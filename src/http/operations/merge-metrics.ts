// Merges what several processes tell in Prometheus' text format.

type Family = { heading: string[]; type: string; samples: Map<string, number> };

/**
 * Merges texts: counters, histograms and summaries are added up; of gauges the highest is told, of
 * `…_up` the lowest, so that no process hides the lag of another, or a dependency that is down for
 * it. Families stay in the order of the first text that has them.
 */
export function mergeMetrics(texts: readonly string[]): string {
	const families = new Map<string, Family>();
	for (const text of texts) {
		for (const [name, family] of readFamilies(text)) {
			const merged = families.get(name);
			if (!merged) {
				families.set(name, family);
				continue;
			}
			for (const [series, value] of family.samples) {
				const known = merged.samples.get(series);
				merged.samples.set(series, known === undefined ? value : mergeValues(name, family.type, known, value));
			}
		}
	}
	const lines = [...families.values()].flatMap(({ heading, samples }) => [
		...heading,
		...Array.from(samples, ([series, value]) => `${series} ${writeValue(value)}`),
		'',
	]);
	return lines.join('\n');
}

function mergeValues(name: string, type: string, one: number, other: number): number {
	if (type !== 'gauge') return one + other;
	return name.endsWith('_up') ? Math.min(one, other) : Math.max(one, other);
}

/** Reads families by name; a line of samples belongs to the family whose heading came last. */
function readFamilies(text: string): Map<string, Family> {
	const families = new Map<string, Family>();
	let family: Family | undefined;
	for (const line of text.split('\n')) {
		const [, keyword, name, rest] = /^# (HELP|TYPE) (\S+)(?: (.*))?$/.exec(line) ?? [];
		if (name !== undefined) {
			family = families.get(name) ?? { heading: [], type: 'untyped', samples: new Map() };
			families.set(name, family);
			family.heading.push(line);
			if (keyword === 'TYPE') family.type = rest as string;
			continue;
		}
		// Labels may hold spaces; the value is what stands after the last one.
		const end = line.lastIndexOf(' ');
		if (line === '' || line.startsWith('#') || end === -1) continue;
		family?.samples.set(line.slice(0, end), readValue(line.slice(end + 1)));
	}
	return families;
}

function readValue(text: string): number {
	return Number(text.replace('Inf', 'Infinity'));
}

function writeValue(value: number): string {
	return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value).replace('Infinity', 'Inf');
}
