// Counts requests and how long they took, by route and status, at the cost of two additions; knows no request.

/** Notes a request of one route that was answered. */
export type NoteRequest = (status: number, milliseconds: number) => void;

/** Counts of all routes. */
export type RequestTimes = {
	/** Begins to count the requests of a route; its name and method have no characters that the text format escapes. */
	ofRoute(method: string, route: string): NoteRequest;
	/** Writes the histogram in Prometheus' text format (0.0.4). */
	write(): string;
};

export const requestTimesName = 'link_broker_http_request_duration_seconds';

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Tally = { labels: string; count: number; seconds: number; buckets: number[] };

/** Creates the counts. */
export function createRequestTimes(): RequestTimes {
	const tallies: Tally[] = [];
	return {
		ofRoute(method, route) {
			const byStatus = new Map<number, Tally>();
			return (status, milliseconds) => {
				let tally = byStatus.get(status);
				if (tally === undefined) {
					const labels = `method="${method.toUpperCase()}",route="${route}",status="${status}"`;
					tally = { labels, count: 0, seconds: 0, buckets: bounds.map(() => 0) };
					byStatus.set(status, tally);
					tallies.push(tally);
				}
				add(tally, milliseconds / 1_000);
			};
		},
		write() {
			const lines = tallies.flatMap(linesOf);
			const help = 'How long requests took to answer, by method, route and status; _count counts them.';
			return [`# HELP ${requestTimesName} ${help}`, `# TYPE ${requestTimesName} histogram`, ...lines, ''].join('\n');
		},
	};
}

function add(tally: Tally, seconds: number): void {
	tally.count++;
	tally.seconds += seconds;
	let bucket = 0;
	while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
	if (bucket < bounds.length) (tally.buckets[bucket] as number)++;
}

function linesOf({ labels, count, seconds, buckets }: Tally): string[] {
	let below = 0;
	const lines = bounds.map((bound, at) => {
		below += buckets[at] as number;
		return `${requestTimesName}_bucket{${labels},le="${bound}"} ${below}`;
	});
	return [
		...lines,
		`${requestTimesName}_bucket{${labels},le="+Inf"} ${count}`,
		`${requestTimesName}_sum{${labels}} ${seconds}`,
		`${requestTimesName}_count{${labels}} ${count}`,
	];
}
